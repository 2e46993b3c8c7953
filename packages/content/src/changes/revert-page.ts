import type { Content } from '../content.ts'
import { revertBlocks } from '../documents/diff.ts'
import { decodeText } from '../documents/text.ts'
import { ContentError } from '../errors.ts'
import { isAddressed, type PageRecord, top } from '../pages/page-record.ts'
import { freeSlug, requirePlace } from '../pages/place-page.ts'
import { findPage, findPages, levelsBelow } from '../pages/read-pages.ts'
import type { RevertPage } from './change.ts'
import { type Draft, edit } from './draft.ts'
import { updatePage } from './update-page.ts'

/** Restores an earlier state of a page: an added page is removed, a deleted page returns. */
export async function revertPage(draft: Draft, { page: id, revision, block }: RevertPage): Promise<void> {
  const base = await draft.contentOf(revision)
  if (base === undefined) throw new ContentError('not_found', 'There is no such revision to go back to.')
  const [before, now] = await Promise.all([
    findPage(draft.store, base, id),
    findPage(draft.store, draft.content, id),
  ])
  if (before === undefined && now === undefined)
    throw new ContentError('not_found', `There is no page ${id}, neither now nor in that revision.`)
  if (block) return revertText(draft, { id, before, now, keys: block })
  if (before === undefined) return removeAdded(draft, id, base)
  await edit(draft, new Map([[id, await returned(draft, id, before)]]), new Set(now ? [id] : []))
}

async function revertText(draft: Draft, { id, before, now, keys }: Reverted) {
  if (before?.type !== 'document' || now?.type !== 'document')
    throw new ContentError(
      'invalid',
      'Blocks can be reverted only where the page has a text now and had one then.',
    )
  const texts = await draft.store.get([before.document, now.document])
  const [then = '', present = ''] = texts.map(decodeText)
  const { markdown, unknown } = revertBlocks({ base: then, current: present, keys })
  if (unknown.length > 0)
    throw new ContentError('not_found', `The page has no block ${unknown.join(', ')}, neither now nor then.`)
  await updatePage(draft, { operation: 'update_page', page: id, document: { markdown } })
}

interface Reverted {
  readonly id: string
  readonly before: PageRecord | undefined
  readonly now: PageRecord | undefined
  readonly keys: readonly string[]
}

/** Pages below it that existed in the base return to their old places. */
async function removeAdded(draft: Draft, id: string, base: Content) {
  const below = (await levelsBelow(draft.store, draft.content, id)).flat()
  const old = await findPages(draft.store, base, below)
  const gone = [id, ...below.filter((page) => !old.has(page))]
  for (const [page, record] of old) {
    await edit(draft, new Map([[page, await returned(draft, page, record)]]), new Set([page]))
  }
  await edit(draft, new Map(gone.map((page) => [page, undefined])), new Set(gone))
}

/**
 * The page as it was. If its old parent no longer accepts it, it goes to the top level; a taken slug is
 * replaced.
 */
async function returned({ store, content }: Draft, id: string, page: PageRecord): Promise<PageRecord> {
  const isThere = page.parent === top || (await canStand({ store, content }, id, page))
  const parent = isThere ? page.parent : top
  const placed = { ...page, parent }
  if (!isAddressed(placed)) return placed
  return { ...placed, slug: await freeSlug(store, content, { parent, slug: placed.slug, id }) }
}

async function canStand({ store, content }: Pick<Draft, 'store' | 'content'>, id: string, page: PageRecord) {
  try {
    await requirePlace(store, content, { id, type: page.type, parent: page.parent })
    return true
  } catch (error) {
    if (error instanceof ContentError) return false
    throw error
  }
}
