import * as engineAlone from './engine.ts'
import type { ScaleSpace } from './spaces.ts'
import { engineOf, msOf, type Picked, type Turn, timed } from './turn.ts'

/** The number of pages that each of the two sides changed, and the name of the measurement. */
const merges = [
  { what: 'merge', changes: 1 },
  { what: 'merge 100 and 100', changes: 100 },
] as const
const manyChanges = 1000

/** Merges two sides that changed different pages, in each space in turn and in git. */
export async function mergePages(turn: Turn) {
  for (const { what, changes } of merges)
    for (const space of turn.spaces) await mergeSides(turn, space, what, changes)
  await mergeInGit(turn, 'git merge-tree', 1)
  if (!turn.isLong) return
  await mergeSides(turn, turn.twin, 'merge 1,000 and 1,000', manyChanges)
  await mergeInGit(turn, 'git merge-tree 1,000 and 1,000', manyChanges)
}

async function mergeSides(turn: Turn, space: ScaleSpace, what: string, changes: number) {
  const engine = engineOf(turn, space)
  const base = turn.heads.get(space.id) ?? ''
  const [ours, theirs] = await Promise.all(
    sidesOf(turn, space, changes).map(async (picked) => {
      const texts = picked.map(({ index, page }) => ({ pageId: page.id, markdown: turn.newText(index) }))
      return engineAlone.editPages(engine, { texts, on: base })
    }),
  )
  const sides = { base, ours: ours?.revisionId ?? '', theirs: theirs?.revisionId ?? '' }
  const [ms, merged] = await timed(() => engineAlone.merge(engine, sides))
  turn.note(what, ms, space)
  turn.heads.set(space.id, merged.revisionId)
}

/** Two disjoint sets of pages. */
function sidesOf({ pick }: Turn, space: ScaleSpace, changes: number): readonly (readonly Picked[])[] {
  const picked = new Map<number, Picked>()
  while (picked.size < 2 * changes) {
    const one = pick(space)
    picked.set(one.index, one)
  }
  const all = [...picked.values()]
  return [all.slice(0, changes), all.slice(changes)]
}

async function mergeInGit(turn: Turn, what: string, changes: number) {
  const { repository, twin, note, newText } = turn
  const [ours = [], theirs = []] = sidesOf(turn, twin, changes).map((side) =>
    side.map(({ index, page }) => ({ page, markdown: newText(index) })),
  )
  await repository.branch('ours', ours)
  await repository.branch('theirs', theirs)
  note(what, await msOf(() => repository.merge('ours', 'theirs')))
}

/**
 * The same through the API: three change requests of one page each. The first is merged, so that the second
 * has something to update from and the third something to merge with.
 */
export async function mergeThroughApi(turn: Turn) {
  const { api, note } = turn
  for (const space of turn.spaces) {
    const { id } = space
    const drafts: string[] = []
    for (const picked of sidesOf(turn, space, 2).flat().slice(1)) {
      const draft = await api.createChangeRequest(id)
      await api.edit(id, draft, picked.page.id, turn.newText(picked.index))
      drafts.push(draft)
    }
    const [first = '', second = '', third = ''] = drafts
    await api.merge(id, first)
    note('API: update', await msOf(() => api.update(id, second)), space)
    note('API: merge', await msOf(() => api.merge(id, third)), space)
  }
}
