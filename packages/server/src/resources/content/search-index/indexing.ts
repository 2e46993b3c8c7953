import { type Content, emptyContent, type ObjectStore, type PageRecord, readContent } from '@stemma/content'
import { objectCache } from '../../../content/object-cache.ts'
import { postgresObjects } from '../../../content/postgres-objects.ts'
import type { Database } from '../../../db/database.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as revisions from '../content/store.ts'
import * as index from './store.ts'
import { type Change, changesOf, isMoved, placed, type Walk, withPagesBelow } from './walk.ts'
import { writePages } from './writing.ts'

/**
 * Brings the index of a space closer to the space's current content, and returns whether there is more to do.
 * Locks the index before reading the head, so a head that moves meanwhile is left to the next run.
 */
export async function indexSome(
  db: Database,
  key: index.Key,
  { pagesMax = pagesPerRun }: { readonly pagesMax?: number } = {},
): Promise<'done' | 'more'> {
  const { organizationId, spaceId } = key
  const progress = await index.take(db, key)
  const space = await spaces.find(db, spaceId)
  const head = await revisions.ofSpace(db, { spaceId })
  if (space?.organizationId !== organizationId || head === undefined) return remove(db, key)
  const isAlike = space.language === progress.language && progress.edition === edition
  const start = isAlike ? progress : { ...progress, ...nothing }
  const target = start.target ?? head.root
  if (start.root?.equals(target)) return 'done'
  const store = storeOf(db, head)
  const walk = { db, key, store, language: space.language, target: await contentOf(store, target) }
  const doneTo = await advance(walk, start, pagesMax)
  const next = doneTo === undefined ? arrived(target) : { root: start.root, target, doneTo }
  await index.save(db, key, { ...next, language: space.language, edition })
  return doneTo === undefined && target.equals(head.root) ? 'done' : 'more'
}

/** Increment this when rows are written in a different way, so that all indexes are rebuilt. */
export const edition = 1
const pagesPerRun = 500
const cacheBytes = 16_000_000
const nothing = { root: null, target: null, doneTo: '' } as const

function arrived(root: Buffer) {
  return { root, target: null, doneTo: '' }
}

/** The objects of a space, of which a run keeps those that it has read. */
export function storeOf(db: Database, { contentId }: revisions.RevisionRow): ObjectStore {
  return postgresObjects(db, contentId, objectCache(cacheBytes))
}

export function contentOf(store: ObjectStore, root: Buffer): Promise<Content> {
  return readContent(store, root.toString('base64url'))
}

/** Indexes the next changed pages. Returns the ID of the last one, or undefined at the end. */
async function advance(walk: Walk, { root, doneTo }: index.Progress, pagesMax: number) {
  const { db, key, store, target } = walk
  const before = root === null ? emptyContent : await contentOf(store, root)
  const left = [...(await changesOf(store, before, target))].filter(([id]) => id > doneTo)
  const next = left.sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, pagesMax)
  const last = next.length < left.length ? next.at(-1)?.[0] : undefined
  const rewritten = next.filter(([, change]) => isRewritten(change)).map(([id]) => id)
  if (root === null && doneTo === '') await index.deleteWords(db, key)
  if (root === null) await index.deleteBetween(db, key, doneTo, last)
  else if (rewritten.length > 0) await index.deletePages(db, key, rewritten)
  await writePages(walk, await placed(store, target, rewritten))
  const moved = next.filter(([, change]) => isMoved(change)).map(([id]) => id)
  for (const page of await placed(store, target, moved)) {
    await index.setPaths(db, key, await withPagesBelow(store, target, page))
  }
  return last
}

/** Whether the words of a page or the conditions of its text changed. */
function isRewritten({ before, after }: Change): boolean {
  return JSON.stringify(wordsOf(before)) !== JSON.stringify(wordsOf(after))
}

function wordsOf(page: PageRecord | undefined) {
  if (page?.type !== 'document') return []
  // Conditions in the text can use variables of the page.
  return [page.title, page.description, page.document, page.variables]
}

/** Deletes the index of a space that was deleted or is no longer in this organization. */
async function remove(db: Database, key: index.Key): Promise<'done' | 'more'> {
  await index.forgetAddresses(db, key)
  if (await index.deleteSome(db, key, pagesRemovedPerRun)) return 'more'
  await index.deleteRest(db, key)
  return 'done'
}

const pagesRemovedPerRun = 2000
