import type { Client } from '@stemma/client'
import type { ContentChange } from '@stemma/contract'
import { givenMember, givenOrganization, type Person } from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import { page } from '../../packages/server/src/test/writing.ts'
import { fillComments, type Talk } from './comment-stage.ts'
import { fillContents } from './content-stage.ts'
import { fillHistory, makeOlder, type Remembered } from './history-stage.ts'
import { fillInbox } from './inbox-stage.ts'
import { fillOrganization } from './organization-stage.ts'
import { fillPeople } from './people-stage.ts'
import { fillReviews, type Reviewed } from './review-stage.ts'
import { type ServedConsole, serveConsole } from './serve.ts'
import { fillSites } from './site-stage.ts'

/** A screen of the console, by its URL. */
interface Shown {
  readonly name: string
  readonly url: string
  /** What must be there before it is looked at; by default the heading. */
  readonly awaits?: string
}

/** A server with people at work, and every screen that one of them sees. */
export interface Stage {
  readonly origin: string
  readonly screens: readonly Shown[]
  /** The tree with which people write, in a space and in a change request. */
  readonly tree: { readonly space: string; readonly changeRequest: string }
  /** The session of the person who looks. */
  readonly cookie: { readonly name: string; readonly value: string; readonly url: string }
  readonly isWritten: (url: string) => boolean
  readonly stop: () => Promise<unknown>
}

export async function openStage(): Promise<Stage> {
  const { server, origin, cookieOf } = await serveConsole()
  try {
    const { screens, tree, reader } = await fill({ server, origin })
    return {
      origin,
      screens,
      tree,
      cookie: await cookieOf(reader),
      isWritten: () => false,
      stop: server.stop,
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** An organization with spaces in every state, and one that has nothing yet. */
async function fill(served: Pick<ServedConsole, 'server' | 'origin'>) {
  const { server, origin } = served
  const organization = await givenOrganization(server)
  const { admin } = organization
  const editor = await givenMember(server, organization, 'edit')
  const api = server.as(admin)
  const params = { organizationId: organization.id }
  const handbook = await api.createSpace({
    params,
    body: { title: 'Handbook', editMode: 'live', empty: true },
  })
  await api.createSpace({ params, body: { title: longTitle, empty: true } })
  const empty = await api.createSpace({ params, body: { title: 'Nothing yet', empty: true } })
  const space = { spaceId: handbook.id }
  await writeHandbook(api, space)
  const { number } = await propose(server.as(editor), space.spaceId, admin)
  const reviewed = await fillReviews(server, organization)
  const talk = await fillComments(server, organization, reviewed)
  const past = await fillHistory(server, organization)
  const site = await fillSites(server, organization)
  for (const [at, id] of past.revisions.slice(0, -1).entries())
    await makeOlder(server, past.spaceId, id, [40, 9, 1][at] ?? 1)
  for (const { spaceId } of [space, reviewed, past]) await indexNow(server, organization.id, spaceId)
  await fillInbox(server, organization, reviewed.spaceId)
  const base = `${origin}/app/o/${organization.id}`
  const people = await fillPeople(server, organization, base)
  const settings = await fillOrganization(server, organization, base)
  const contents = await fillContents(served, organization, base)
  const screens = [
    { name: 'home', url: base },
    { name: 'inbox', url: `${base}/inbox`, awaits: '.notice-row' },
    { name: 'notification settings', url: `${base}/settings/notifications`, awaits: '.told > li' },
    { name: 'reviews', url: `${base}/reviews` },
    { name: 'reviews without any', url: `${base}/reviews?status=archived` },
    { name: 'change requests of a space', url: `${base}/s/${reviewed.spaceId}/~/changes` },
    ...reviewScreens(base, reviewed, talk),
    ...historyScreens(base, past, empty.id),
    ...searchScreens(base),
    ...people.screens,
    ...settings.screens,
    ...siteScreens(base, site),
    ...contents,
    { name: 'an operation', url: `${base}/run/updateSpaceById`, awaits: '.run-form' },
    { name: 'a new space', url: `${base}/new`, awaits: '.cards' },
    { name: 'imports', url: `${base}/imports`, awaits: '.cards' },
    { name: 'the import of a website', url: `${base}/imports?source=website`, awaits: '.cards' },
    { name: 'the audit log', url: `${base}/settings/audit`, awaits: '.audit-item' },
    { name: 'a page', url: `${base}/s/${handbook.id}/install` },
    {
      name: 'comments on a page',
      url: `${base}/s/${handbook.id}/install?comments=true`,
      awaits: '.comments-panel',
    },
    { name: 'the editor', url: `${base}/s/${handbook.id}/everything?view=visual`, awaits: '.visual' },
    { name: 'the source', url: `${base}/s/${handbook.id}/everything?view=source`, awaits: '.cm-content' },
    { name: 'both views', url: `${base}/s/${handbook.id}/everything?view=both`, awaits: '.visual' },
    { name: 'a page of a change request', url: `${base}/s/${handbook.id}/~/changes/${number}` },
    { name: 'an empty space', url: `${base}/s/${empty.id}` },
    { name: 'a page that is missing', url: `${base}/s/${handbook.id}/nowhere` },
  ]
  const tree = {
    space: `${base}/s/${handbook.id}/install`,
    changeRequest: `${base}/s/${handbook.id}/~/changes/${number}/install`,
  }
  return { screens, tree, reader: admin }
}

/** A change request that people talk about, and one with conflicts. */
function reviewScreens(base: string, reviewed: Reviewed, { commentId, pageId }: Talk): readonly Shown[] {
  const space = `${base}/s/${reviewed.spaceId}/~`
  const tokens = `${space}/review/${reviewed.tokens.number}`
  const conflicting = `${space}/review/${reviewed.conflicting.number}`
  const draft = `${space}/changes/${reviewed.tokens.number}/tokens`
  return [
    {
      name: 'a review',
      url: tokens,
      awaits: '.checks > li',
    },
    { name: 'a review with comments', url: `${tokens}?page=${pageId}`, awaits: '.thread' },
    { name: 'a comment', url: `${tokens}?comment=${commentId}`, awaits: '.thread[data-linked]' },
    { name: 'talk', url: `${tokens}?tab=talk`, awaits: '.thread' },
    {
      name: 'talk without comments',
      url: `${conflicting}?tab=talk`,
      awaits: '.talk-empty',
    },
    { name: 'comments beside a page', url: `${draft}?comments=true`, awaits: '.thread' },
    {
      name: 'comments beside the editor',
      url: `${draft}?comments=true&view=visual`,
      awaits: '.visual',
    },
    {
      name: 'a review of the source',
      url: `${tokens}?view=both`,
      awaits: '.source-line',
    },
    {
      name: 'a review with conflicts',
      url: conflicting,
      awaits: '.checks > .tone-danger',
    },
    {
      name: 'conflicts',
      url: `${conflicting}/conflicts`,
      awaits: '.conflict-option',
    },
    {
      name: 'a review without conflicts to decide',
      url: `${tokens}/conflicts`,
    },
  ]
}

function historyScreens(base: string, past: Remembered, emptyId: string): readonly Shown[] {
  return [
    { name: 'history', url: `${base}/s/${past.spaceId}/~/history`, awaits: '.revision' },
    {
      name: 'history of one revision',
      url: `${base}/s/${past.spaceId}/~/history?to=${past.revisions[1]}&from=${past.revisions[3]}&view=both`,
      awaits: '.changed-item .source-line',
    },
    {
      name: 'history of a page',
      url: `${base}/s/${past.spaceId}/~/history?page=${past.pageId}`,
      awaits: '.revision',
    },
    { name: 'history of a new space', url: `${base}/s/${emptyId}/~/history`, awaits: '.revision' },
  ]
}

function siteScreens(
  base: string,
  { siteId, fleet }: Awaited<ReturnType<typeof fillSites>>,
): readonly Shown[] {
  const site = `${base}/sites/${siteId}`
  return [
    { name: 'sites', url: `${base}/sites`, awaits: '.site' },
    { name: 'a new site', url: `${base}/sites/new`, awaits: '.cards' },
    { name: 'the structure of a site', url: `${site}?part=${fleet}`, awaits: '.explained' },
    { name: 'the look of a site', url: `${site}/look`, awaits: '.preview' },
    { name: 'the colours of a site', url: `${site}/look?group=colors`, awaits: '.color-input' },
    { name: 'the header of a site', url: `${site}/look?group=navigation`, awaits: '.links-field' },
    { name: 'the audience of a site', url: `${site}/audience`, awaits: '.claims > li' },
    { name: 'share links of a site', url: `${site}/links`, awaits: '.link-row' },
    { name: 'the domains of a site', url: `${site}/domains`, awaits: '.domain' },
    { name: 'redirects of a site', url: `${site}/redirects`, awaits: '.redirect' },
    { name: 'visits of a site', url: `${site}/visits`, awaits: '.visits-list a' },
  ]
}

function searchScreens(base: string): readonly Shown[] {
  return [
    { name: 'search', url: `${base}/search`, awaits: '.search-note' },
    { name: 'search with results', url: `${base}/search?query=retr`, awaits: '.found-section' },
    { name: 'search without results', url: `${base}/search?query=nowhere`, awaits: '[role="status"] > p' },
  ]
}

/** Pages on three levels: with an emoji, hidden, and with a title that is too long for the tree. */
async function writeHandbook(api: Client, params: { readonly spaceId: string }) {
  const write = (...changes: ContentChange[]) => api.updateSpaceContent({ params, body: { changes } })
  await write(
    page('Welcome', { emoji: '👋' }),
    page('Install'),
    page('Guides'),
    page('Reference'),
    everything,
  )
  const { pages } = await api.listPages({ params })
  const into = pages.find(({ title }) => title === 'Guides')?.id ?? ''
  await write(
    page('Back up and restore', { into }),
    page('Move an installation to another machine', { into }),
    page('Notes for the next release', { into, hidden: true }),
  )
}

const longTitle = 'Everything that the people on call need to know'

/** A change request that asks somebody for a review. */
async function propose(api: Client, spaceId: string, reviewer: Person) {
  const params = { spaceId }
  const { id, number } = await api.createChangeRequest({ params, body: { subject: 'Say how to upgrade' } })
  const key = { ...params, changeRequestId: id }
  const { pages } = await api.listPages({ params })
  const install = pages.find(({ title }) => title === 'Install')?.id ?? ''
  const document = { markdown: 'Run the installer, then open the console.\n' }
  const edit: ContentChange = { operation: 'update_page', page: install, document }
  await api.updateChangeRequestContent({ params: key, body: { changes: [edit, page('Upgrade', { at: 2 })] } })
  await api.updateChangeRequestById({ params: key, body: { status: 'open' } })
  await api.requestReviewersForChangeRequest({ params: key, body: { users: [reviewer.id] } })
  return { number }
}

/** Every kind of block that the editor draws in its own way. */
const everything = page('Everything', {
  description: 'One of each.',
  document: {
    markdown: `A paragraph with **bold**, *italic*, \`code\`, $$a_1$$ and [a link](https://example.com).

# Lists

- one
- two

1. first
2. second

- [x] done
- [ ] to do

> Words of somebody else.

{% hint style="warning" %}
Back up first.
{% endhint %}

\`\`\`js
const answer = 42
\`\`\`

\`\`\`mermaid
flowchart LR
  Write --> Read
\`\`\`

| Response | What happens |
| --- | --- |
| 200 | Done |

{% tabs %}
{% tab title="npm" %}
Run npm.
{% endtab %}

{% tab title="yarn" %}
Run yarn.
{% endtab %}
{% endtabs %}

<details>

<summary>Details</summary>

More of it.

</details>

---

$$
a^2 + b^2
$$

$$
\\frac{1
$$

<custom-element>as it is written</custom-element>
`,
  },
})
