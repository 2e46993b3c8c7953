import { ApiFailure } from '@stemma/client'
import type { ContentChange } from '@stemma/contract'
import fc from 'fast-check'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import { givenPublished, openerFor } from '../../packages/server/src/test/published-site.ts'
import { page } from '../../packages/server/src/test/writing.ts'

/** What happens next. The numbers choose among the pages that are there. */
interface Step {
  readonly kind: 'insert' | 'rename' | 'move' | 'delete'
  readonly slug: string
  readonly page: number
  readonly into: number
  /** Whether the job runs now. Otherwise several revisions wait for it. */
  readonly isNoted: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('insert', 'rename', 'rename', 'move', 'delete'),
  // Few names, so that pages take the paths of others.
  slug: fc.constantFrom('a', 'b', 'c', 'd'),
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

/** Makes one history of a space, and opens every path that it had. */
export async function tellHistory(server: Server, steps: readonly Step[]): Promise<Told> {
  const { url, write, api, spaceId, params } = await givenPublished(server, [page('Home'), page('One')])
  const placesNow = async () => placesIn((await api.listPages({ params: { spaceId } })).pages)
  const noted = () => indexNow(server, params.organizationId, spaceId)
  /** The pages that each path has shown, the last one last. */
  const history = new Map<string, string[]>()
  let now = await placesNow()
  remember(history, now)
  for (const [number, one] of steps.entries()) {
    // A slug that is taken, or a page below itself: the server refuses that, and nothing happens.
    await write(changeOf(one, [...now.values()], number)).catch((error) => {
      if (!(error instanceof ApiFailure) || error.status >= 500) throw error
    })
    now = await placesNow()
    remember(history, now)
    if (one.isNoted) await noted()
  }
  await noted()
  return judge(server, url, now, history)
}

/** The first page stays: it has the path of the site. */
function changeOf({ kind, slug, ...chosen }: Step, ids: readonly string[], number: number): ContentChange {
  const others = ids.slice(1)
  const one = others[chosen.page % others.length]
  if (one === undefined || kind === 'insert')
    return page(`Page ${number}`, { slug, ...(one !== undefined && { into: one }) })
  if (kind === 'delete') return { operation: 'delete_page', page: one }
  if (kind === 'rename') return { operation: 'update_page', page: one, slug }
  return { operation: 'update_page', page: one, into: [null, ...ids][chosen.into % (ids.length + 1)] ?? null }
}

/** Page IDs by their paths, in reading order. */
type Places = ReadonlyMap<string, string>

interface Listed {
  readonly id: string
  readonly path?: string
  readonly pages?: readonly Listed[]
}

function placesIn(pages: readonly Listed[]): Places {
  const flat = (some: readonly Listed[]): [string, string][] =>
    some.flatMap(({ id, path = '', pages: below = [] }) => [[path, id] as [string, string], ...flat(below)])
  return new Map(flat(pages))
}

function remember(history: Map<string, string[]>, now: Places) {
  for (const [path, id] of now) {
    const shown = (history.get(path) ?? []).filter((one) => one !== id)
    history.set(path, [...shown, id])
  }
}

async function judge(server: Server, url: string, now: Places, history: Map<string, string[]>) {
  const told = { opened: 0, shown: 0, led: 0, gone: 0, hops: 0, wrong: [] as string[] }
  const pathOf = new Map([...now].map(([path, id]) => [id, path]))
  const [home] = now.values()
  const open = openerFor(server)
  for (const [path, shown] of history) {
    const id = now.get(path) ?? shown.findLast((one) => pathOf.has(one))
    const expected = id === undefined ? undefined : id === home ? url : `${url}/${pathOf.get(id)}`
    let [at, hops] = [`${url}/${path}`, 0]
    let answer = await open(at)
    for (; answer.status === 308 && hops < 5; hops++) {
      at = new URL(String(answer.headers.location), at).href
      answer = await open(at)
    }
    told.opened += 1
    told.hops = Math.max(told.hops, hops)
    if (expected === undefined) told.gone += 1
    else told[hops === 0 ? 'shown' : 'led'] += 1
    const isRight = expected === undefined ? answer.status === 404 : answer.status === 200 && at === expected
    if (!isRight) told.wrong.push(`${path} led to ${at} (${answer.status}), not to ${expected ?? 'nothing'}`)
  }
  return told
}
