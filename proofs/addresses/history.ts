import fc from 'fast-check'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { openerFor } from '../../packages/server/src/test/published-site.ts'
import { givenWorld, type Step, type World } from './world.ts'

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(['insert', 'insert', 'rename', 'rename', 'rename', 'move', 'delete'] as const),
    ...(['path', 'path', 'default', 'section'] as const),
  ),
  // Few names, so that pages and sections take the paths of others.
  name: fc.constantFrom('a', 'b', 'c', 'd'),
  page: fc.nat(),
  into: fc.nat(),
  isNoted: fc.boolean(),
})

export function stories(count: number, seed: number): readonly (readonly Step[])[] {
  return fc.sample(fc.array(step, { minLength: 2, maxLength: 14 }), { numRuns: count, seed })
}

interface Told {
  readonly opened: number
  readonly shown: number
  readonly led: number
  readonly gone: number
  /** The most redirects that one path took. */
  readonly hops: number
  readonly wrong: readonly string[]
}

/** The pages that each path has had, the last one last. */
type History = Map<string, readonly Had[]>

interface Had {
  /** No two pages have the same one. */
  readonly title: string
  /** Whether a section had the path, too, and was shown instead. */
  readonly isHidden: boolean
}

/** Makes one history of a site, and opens every path that showed a page. */
export async function tellHistory(server: Server, steps: readonly Step[]): Promise<Told> {
  const world = await givenWorld(server)
  const history: History = new Map()
  await remember(server, world, history)
  for (const [number, one] of steps.entries()) {
    await world.change(one, number)
    await remember(server, world, history)
    if (one.isNoted) await world.note()
  }
  await world.note()
  return judge(server, world, history)
}

/** Opens what may be new, because a section can hide a page that has its path. */
async function remember(server: Server, world: World, history: History) {
  const open = openerFor(server)
  for (const [path, title] of await world.places()) {
    const had = history.get(path) ?? []
    const last = had.at(-1)
    if (last?.title === title && !last.isHidden) continue
    const isHidden = titleIn((await open(path)).text) !== title
    const others = had.filter((one) => one.title !== title || one.isHidden !== isHidden)
    history.set(path, [...others, { title, isHidden }])
  }
}

function titleIn(html: string): string | undefined {
  return /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1]
}

async function judge(server: Server, world: World, history: History): Promise<Told> {
  const told = { opened: 0, shown: 0, led: 0, gone: 0, hops: 0, wrong: [] as string[] }
  const places = await world.places()
  const open = openerFor(server)
  const longer = await world.longer()
  const seen = new Map<string, string>()
  for (const [path, title] of places) if (titleIn((await open(path)).text) === title) seen.set(title, path)
  for (const [path, had] of history) {
    if (had.every(({ isHidden }) => isHidden)) continue
    const there = had.filter(({ title }) => seen.has(title))
    const last = there.findLastIndex(({ isHidden }) => !isHidden)
    const title = there[last]?.title
    const { answer, hops } = await follow(open, path)
    const is = answer.status === 200 ? titleIn(answer.text) : undefined
    const isRight =
      is === title ||
      there.slice(last + 1).some((one) => one.title === is) ||
      // Whoever has the path now comes before those who left it.
      (hops === 0 && is !== undefined && seen.get(is) === path) ||
      (title === undefined && longer.some((one) => `${path}/`.startsWith(`${one}/`)))
    told.opened += 1
    told.hops = Math.max(told.hops, hops)
    told[is === undefined ? 'gone' : hops === 0 ? 'shown' : 'led'] += 1
    if (!isRight) told.wrong.push(`${path} led to ${is} (${answer.status}), not to ${title ?? 'nothing'}`)
  }
  return told
}

async function follow(open: ReturnType<typeof openerFor>, path: string) {
  let [at, hops] = [path, 0]
  let answer = await open(at)
  for (; answer.status === 308 && hops < 5; hops++) {
    at = new URL(String(answer.headers.location), at).href
    answer = await open(at)
  }
  return { answer, hops }
}
