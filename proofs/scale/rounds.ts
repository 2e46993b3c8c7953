import * as engineAlone from './engine.ts'
import { type Figures, nameOf } from './figures.ts'
import { mergePages, mergeThroughApi } from './merges.ts'
import type { ScaleSpace } from './spaces.ts'
import { randomFrom, writtenPage } from './texts.ts'
import { engineOf, msOf, type Note, type Setting, type Turn, timed } from './turn.ts'

/** Measures each operation in all spaces in turn, so that a machine that slows down affects all equally. */
export async function measure(setting: Setting): Promise<Figures> {
  const figures = new Map<string, number[]>()
  const heads = new Map(setting.spaces.map(({ id }) => [id, id]))
  const pick = pickerFrom(setting.rounds)
  let edition = 0
  const newText = (index: number) => writtenPage(index, ++edition).markdown
  for (let round = -warmRounds; round < setting.rounds; round++) {
    const note: Note = (what, figure, space) => {
      if (round < 0) return
      const name = nameOf(what, space)
      const known = figures.get(name)
      if (known) known.push(figure)
      else figures.set(name, [figure])
    }
    const spaces = round % 2 === 0 ? setting.spaces : setting.spaces.toReversed()
    const turn: Turn = { ...setting, spaces, heads, note, pick, newText, isLong: round % longEvery === 0 }
    await readPages(turn)
    for (let time = 0; time < editsPerRound; time++) {
      await editPages(turn)
      await useApi(turn)
    }
    await mergePages(turn)
    await mergeThroughApi(turn)
    await commitFile(turn)
  }
  return figures
}

const warmRounds = 2
const editsPerRound = 2
/** Slow operations run only in every fourth round. */
const longEvery = 4

/** Picks pages at random, but in a flat space never the parent of all others. */
function pickerFrom(seed: number): Turn['pick'] {
  const random = randomFrom(seed)
  return ({ shape, size, pages }) => {
    const index = shape === 'flat' ? 1 + Math.floor(random() * (size - 1)) : Math.floor(random() * size)
    const page = pages[index]
    if (page === undefined) throw new Error(`There is no page ${index}.`)
    return { index, page }
  }
}

const reads = [
  ['get a page by id', engineAlone.getById],
  ['get a page by path', engineAlone.getByPath],
  ['list a level', engineAlone.listLevel],
] as const
const pagesPerRead = 6
const coldPagesPerRead = 2

/** With the cache as it is, then with pages just read, then with an empty cache. */
async function readPages(turn: Turn) {
  for (const [what, read] of reads) {
    for (const space of turn.spaces) {
      const engine = engineOf(turn, space)
      const pages = Array.from({ length: pagesPerRead }, () => turn.pick(space).page)
      const each = async (what: string, open: () => Promise<engineAlone.Opened>, count = pagesPerRead) => {
        for (const page of pages.slice(0, count)) {
          turn.note(what, await msOf(async () => read(await open(), page)), space)
        }
      }
      await each(`${what}, any`, () => engineAlone.openSpace(engine))
      await each(what, () => engineAlone.openSpace(engine))
      const known = await engineAlone.openSpace(engine)
      await each(`${what}, revision known`, async () => known)
      const fresh = () => ({ ...engine, objects: turn.server.newObjects() })
      await each(`${what}, cold`, () => engineAlone.openSpace(fresh()), coldPagesPerRead)
    }
  }
}

/** Reads the page first, as an editor does. */
async function editPages(turn: Turn) {
  for (const space of turn.spaces) {
    const engine = engineOf(turn, space)
    const { index, page } = turn.pick(space)
    const on = turn.heads.get(space.id) ?? ''
    await engineAlone.getById(await engineAlone.openRevision(engine, on), page)
    const edit = { texts: [{ pageId: page.id, markdown: turn.newText(index) }], on }
    const [ms, edited] = await timed(() => engineAlone.editPages(engine, edit))
    turn.note('edit a page', ms, space)
    turn.heads.set(space.id, edited.revisionId)
    const stored = await engineAlone.storedBy(engine, edited)
    turn.note('bytes stored', stored.bytes, space)
    turn.note('objects stored', stored.objects, space)
    await compare(turn, space, { before: on, after: edited.revisionId })
  }
}

async function compare(turn: Turn, space: ScaleSpace, revisions: Record<'before' | 'after', string>) {
  const engine = engineOf(turn, space)
  const fresh = { ...engine, objects: turn.server.newObjects() }
  const compared = async (comparison: Comparison, from = engine) => {
    const before = await engineAlone.openRevision(from, revisions.before)
    return comparison(before, await engineAlone.openRevision(from, revisions.after))
  }
  for (const [what, comparison] of comparisons) {
    await compared(comparison)
    turn.note(what, await msOf(() => compared(comparison)), space)
  }
  turn.note('diff, cold', await msOf(() => compared(engineAlone.diff, fresh)), space)
}

type Comparison = typeof engineAlone.diff | typeof engineAlone.diffTexts
const comparisons = [
  ['diff', engineAlone.diff],
  ['diff with blocks', engineAlone.diffTexts],
] as const

async function commitFile({ repository, twin, pick, newText, note }: Turn) {
  const { index, page } = pick(twin)
  await repository.write(page, newText(index))
  note('git commit', await msOf(() => repository.commit(page)))
  note('git diff --stat', await msOf(() => repository.diff()))
  note('git --version', await msOf(() => repository.nothing()))
}

const apiReads = ['get a page by id', 'get a page by path'] as const

/** The same through the API, where a client also reads the page before it changes it. */
async function useApi(turn: Turn) {
  const { api, note } = turn
  for (const space of turn.spaces) {
    const { id } = space
    const [createMs, changeRequestId] = await timed(() => api.createChangeRequest(id))
    note('create a change request', createMs, space)
    for (const what of apiReads) {
      const { page } = turn.pick(space)
      note(`API: ${what}, any`, await msOf(() => api[what](id, page)), space)
      for (let time = 0; time < 2; time++) note(`API: ${what}`, await msOf(() => api[what](id, page)), space)
    }
    const { index, page } = turn.pick(space)
    const markdown = turn.newText(index)
    await api['get a page by id'](id, page)
    note('API: edit a page', await msOf(() => api.edit(id, changeRequestId, page.id, markdown)), space)
    await api.diff(id, changeRequestId)
    note('API: diff', await msOf(() => api.diff(id, changeRequestId)), space)
  }
}
