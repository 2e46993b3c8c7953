import { applyChanges, emptyContent, encodeContent, type Hash, type ObjectStore } from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { newId } from '../../../common/ids.ts'
import { postgresObjects } from '../../../content/postgres-objects.ts'
import { emit } from '../../../events/emit.ts'
import * as revisions from '../../content/content/index.ts'
import * as spaces from '../../spaces/spaces/index.ts'

/** Creates a space for a new site, either empty or with sample pages. */
export async function addSpace(context: Context, kind: 'empty' | 'sample', title: string) {
  const { db, home, objects } = context
  const id = newId()
  const { root, documents } =
    kind === 'sample' ? await writeSample(context, postgresObjects(db, id, objects)) : empty
  const place = { organizationId: home, parentId: null }
  await spaces.add(context, place, { id, content_id: id, title }, root)
  const remembered = [...documents].map(([page, hash]) => [revisions.documentIdOf(page, hash), hash] as const)
  await revisions.rememberDocuments(db, id, new Map(remembered), { published: true })
  await emit(context, { type: 'space.created', spaceId: id, title, parent: null })
  return { id, title }
}

const empty = { root: encodeContent(emptyContent).hash, documents: new Map<string, Hash>() }

/** Subpages need their parent's ID, so the parent is written first. */
async function writeSample({ now }: Context, store: ObjectStore) {
  const options = { now, newId, contentOf: async () => undefined }
  const first = await applyChanges(store, emptyContent, [welcome, start], options)
  await store.put(first.objects)
  const into = first.touched.at(-1)?.page
  const below = steps.map((step) => ({ ...step, into }))
  const second = await applyChanges(store, first.content, below, options)
  await store.put(second.objects)
  return { root: second.root, documents: new Map([...first.documents, ...second.documents]) }
}

const welcome = page(
  'Welcome',
  `This is a sample. Change it, or delete it and start from nothing.

## What is here

* **Pages** hold text. This is one.
* **Pages below others** make a tree, like the steps below *Getting started*.
* **Variants** of a site are spaces side by side, such as versions or languages.

{% hint style="info" %}
Changes are made in a change request, reviewed, and merged.
{% endhint %}
`,
)

const start = page(
  'Getting started',
  `Three steps lead to a published site.

1. Write your pages.
2. Choose who may read them.
3. Publish the site.
`,
)

const steps = [
  page(
    'Writing',
    `Pages are Markdown, and come back byte for byte.

\`\`\`sh
curl https://docs.example.com/v1/spaces/SPACE/content/pages -H "Authorization: Bearer TOKEN"
\`\`\`
`,
  ),
  page(
    'Publishing',
    `A site is public, unlisted, behind a share link, or for visitors who sign in.

| visibility | who reads it |
| --- | --- |
| public | everybody, and search engines find it |
| unlisted | everybody who knows the address |
| share-link | who has a link with a key |
| visitor-auth | who comes with a signed token |
`,
  ),
]

function page(title: string, markdown: string) {
  return { operation: 'insert_page', title, document: { markdown } } as const
}
