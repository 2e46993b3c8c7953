import {
  ancestorsOf,
  type Content,
  type ContentDifference,
  compareContents,
  decodeText,
  emptyContent,
  type FileRecord,
  findPage,
  onText,
  type PageRecord,
  pathOf,
  type ReusableContentRecord,
} from '@stemma/content'
import type { SemanticChange, SemanticChanges } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { documentIdOf, toFile, toLayout } from './shape.ts'
import { contentOf, type View } from './view.ts'

interface Sides {
  /** Undefined compares with empty content. */
  readonly before: View | undefined
  readonly after: View
}

/** The first `limit` changes between two revisions, and the number of the rest. */
export async function showChanges(
  { before, after }: Sides,
  { limit }: { readonly limit: number },
  context: Context,
): Promise<SemanticChanges> {
  const contents = { before: before ? await contentOf(before) : emptyContent, after: await contentOf(after) }
  const differences = await compareContents(after.store, contents.before, contents.after)
  const compared: Compared = { ...contents, view: after, context }
  const changes: SemanticChange[] = []
  for (const difference of differences.slice(0, limit)) changes.push(await toChange(difference, compared))
  const more = differences.length - changes.length
  return { changes, ...(more > 0 && { more }) }
}

interface Compared {
  readonly before: Content
  readonly after: Content
  readonly view: View
  readonly context: Context
}

async function toChange(difference: ContentDifference, compared: Compared): Promise<SemanticChange> {
  switch (difference.type) {
    case 'page_created':
      return { type: difference.type, page: await pageIn(compared, 'after', difference.id, difference.after) }
    case 'page_deleted':
      return {
        type: difference.type,
        page: await pageIn(compared, 'before', difference.id, difference.before),
      }
    case 'page_edited':
      return {
        type: difference.type,
        page: await pageIn(compared, 'after', difference.id, difference.after),
        attributes: await pageAttributes(difference, compared),
      }
    case 'page_moved':
      return {
        type: difference.type,
        page: await pageIn(compared, 'after', difference.id, difference.after),
        parent: {
          ...(await parentIn(compared, 'before', difference.before)),
          ...(await parentIn(compared, 'after', difference.after)),
        },
      }
    case 'file_created':
      return { type: difference.type, file: toFileIn(compared, difference.id, difference.after) }
    case 'file_deleted':
      return { type: difference.type, file: toFileIn(compared, difference.id, difference.before) }
    case 'file_edited':
      return {
        type: difference.type,
        file: toFileIn(compared, difference.id, difference.after),
        attributes: fileAttributes(difference, compared),
      }
    case 'reusable_content_created':
      return { type: difference.type, reusableContent: toReusable(difference.id, difference.after) }
    case 'reusable_content_deleted':
      return { type: difference.type, reusableContent: toReusable(difference.id, difference.before) }
    case 'reusable_content_edited':
      return {
        type: difference.type,
        reusableContent: toReusable(difference.id, difference.after),
        attributes: changed(
          toReusable(difference.id, difference.before),
          toReusable(difference.id, difference.after),
          ['title', 'document'],
        ),
      }
    case 'variables_edited':
      return {
        type: difference.type,
        variables: Object.fromEntries(
          Object.entries(difference.variables).map(([name, { before, after }]) => [
            name,
            { ...(before !== undefined && { before }), ...(after !== undefined && { after }) },
          ]),
        ),
      }
  }
}

type Side = 'before' | 'after'

async function pageIn(compared: Compared, side: Side, id: string, page: PageRecord) {
  const path = pathOf(page, await ancestorsOf(compared.view.store, compared[side], page))
  return { id, type: page.type, title: page.title, ...(path && { path }) }
}

async function parentIn(compared: Compared, side: Side, { parent }: PageRecord) {
  const page = await findPage(compared.view.store, compared[side], parent)
  return page ? { [side]: await pageIn(compared, side, parent, page) } : {}
}

function toFileIn({ view, context }: Compared, id: string, record: FileRecord) {
  const file = toFile(id, record, { revision: view.revision, context, metadata: false, computed: false })
  return { id, name: file.name, contentType: file.contentType, downloadURL: file.downloadURL }
}

function toReusable(id: string, { title, document }: ReusableContentRecord) {
  return { id, title, ...(document && { document: documentIdOf(id, document) }) }
}

type PageEdited = Extract<ContentDifference, { type: 'page_edited' }>

async function pageAttributes({ id, before, after }: PageEdited, compared: Compared) {
  const attributes = changed(shownAttributes(id, before), shownAttributes(id, after), pageFields)
  if (before.type !== 'document' || after.type !== 'document' || before.document === after.document)
    return attributes
  const texts = await compared.view.store.get([before.document, after.document])
  const [old = '', fresh = ''] = texts.map(decodeText)
  return { ...attributes, document: { ...attributes.document, blocks: await onText('diff', old, fresh) } }
}

const pageFields = [
  'title',
  'description',
  'slug',
  'document',
  'emoji',
  'icon',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'condition',
  'cover',
  'layout',
  'variables',
  'target',
] as const

function shownAttributes(id: string, page: PageRecord) {
  if (page.type !== 'document') return page
  return { ...page, document: documentIdOf(id, page.document), layout: toLayout(page.layout) }
}

type FileEdited = Extract<ContentDifference, { type: 'file_edited' }>

function fileAttributes({ id, before, after }: FileEdited, compared: Compared) {
  const sides = [before, after].map((file) => ({ ...file, ...toFileIn(compared, id, file) }))
  return changed(sides[0] ?? {}, sides[1] ?? {}, ['name', 'downloadURL', 'size', 'contentType', 'dimensions'])
}

/** The fields that differ between two objects, each with its old and new value. */
function changed<Name extends string>(before: object, after: object, names: readonly Name[]) {
  const sides = { before: before as Fields<Name>, after: after as Fields<Name> }
  const differing = names.filter(
    (name) => JSON.stringify(sides.before[name]) !== JSON.stringify(sides.after[name]),
  )
  return Object.fromEntries(
    differing.map((name) => [
      name,
      {
        ...(sides.before[name] !== undefined && { before: sides.before[name] }),
        ...(sides.after[name] !== undefined && { after: sides.after[name] }),
      },
    ]),
  ) as { [N in Name]?: { before?: never; after?: never } }
}

type Fields<Name extends string> = Readonly<Partial<Record<Name, unknown>>>
