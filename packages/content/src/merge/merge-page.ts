import { decodeText, encodeText } from '../documents/text.ts'
import { onText } from '../documents/text-work.ts'
import { type Hash, hashOf, type ObjectStore } from '../objects.ts'
import type { PageRecord } from '../pages/page-record.ts'
import type { Arbiter, Resolution } from './conflict.ts'
import { isEqual, mergeFields, present, type Sides } from './merge-fields.ts'

/** Merges a page that both sides changed: its place, its text and its attributes, each separately. */
export async function mergePage(
  store: ObjectStore,
  id: string,
  sides: Sides<PageRecord>,
  arbiter: Arbiter,
): Promise<PageRecord | undefined> {
  const { base, ours, theirs } = sides
  if (ours === undefined || theirs === undefined) return mergeDeleted(id, sides, arbiter)
  const fields = { object: 'page', target: id, besides: ['parent', 'rank', 'document', 'updatedAt'] } as const
  const merged: PageRecord = {
    ...mergeFields<PageRecord>(sides, fields, arbiter),
    ...placeOf(id, { base, ours, theirs }, arbiter),
    updatedAt: ours.updatedAt > theirs.updatedAt ? ours.updatedAt : theirs.updatedAt,
  }
  if (merged.type !== 'document') return merged
  const texts = { base: textOf(base), ours: textOf(ours), theirs: textOf(theirs) }
  return { ...merged, document: await mergeText(store, id, texts, arbiter) }
}

/** A page that one side deleted and the other changed is never dropped without a decision. */
function mergeDeleted(id: string, sides: Sides<PageRecord>, { decide }: Arbiter): PageRecord | undefined {
  const resolution = decide({ kind: 'deleted-and-edited', object: 'page', target: id, ...present(sides) })
  return resolution === 'theirs' ? sides.theirs : sides.ours
}

/** If one side moved the page to another parent and the other only reordered it, the move wins. */
function placeOf(id: string, { base, ours, theirs }: Placed, { decide }: Arbiter) {
  const hasMoved = (side: PageRecord) => side.parent !== base?.parent
  if (hasMoved(ours) && hasMoved(theirs) && ours.parent !== theirs.parent) {
    const parents = { base: base?.parent, ours: ours.parent, theirs: theirs.parent }
    const chosen = decide({ kind: 'moved-twice', object: 'page', target: id, ...present(parents) })
    return pick(chosen === 'theirs' ? theirs : ours)
  }
  if (hasMoved(ours) !== hasMoved(theirs)) return pick(hasMoved(ours) ? ours : theirs)
  return pick(ours.rank === base?.rank ? theirs : ours)
}

interface Placed {
  readonly base: PageRecord | undefined
  readonly ours: PageRecord
  readonly theirs: PageRecord
}

function pick({ parent, rank }: PageRecord) {
  return { parent, rank }
}

function textOf(page: PageRecord | undefined): Hash | undefined {
  return page?.type === 'document' ? page.document : undefined
}

async function mergeText(
  store: ObjectStore,
  id: string,
  sides: Sides<Hash>,
  arbiter: Arbiter,
): Promise<Hash> {
  const { base, ours = '', theirs = '' } = sides
  if (isEqual(ours, theirs) || base === theirs) return ours
  if (base === ours) return theirs
  const texts = (await store.get([...(base === undefined ? [] : [base]), ours, theirs])).map(decodeText)
  const [theirText = '', ourText = '', baseText = ''] = texts.reverse()
  const versions = { base: baseText, ours: ourText, theirs: theirText }
  const { conflicts } = await onText('merge', versions, new Map())
  const decided = new Map<string, string>()
  for (const { id: conflict, place, ...parts } of conflicts) {
    const chosen = arbiter.decide(
      { kind: 'document', object: 'page', target: id, ...(place && { attribute: place }), ...present(parts) },
      `${id}-${conflict}`,
    )
    if (chosen !== undefined) decided.set(conflict, chosenText(chosen, parts))
  }
  const { markdown } = await onText('merge', versions, decided)
  const bytes = encodeText(markdown)
  await store.put([{ hash: hashOf(bytes), bytes }])
  return hashOf(bytes)
}

function chosenText(
  chosen: Resolution,
  { ours = '', theirs = '' }: Pick<Sides<string>, 'ours' | 'theirs'>,
): string {
  if (typeof chosen === 'object') return chosen.content
  return chosen === 'ours' ? ours : theirs
}
