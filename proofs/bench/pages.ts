import { inTurn } from '../kit/works.ts'
import { type Cost, measure, ratio, type Size } from './contest.ts'
import { sideOf, type Target } from './side.ts'

/** The cost of the last page of a long list relative to the first; it should be 1, as cursors are keys. */
export async function latePage(ours: Target, organizationId: string, size: Size): Promise<number> {
  const list = `/v1/orgs/${organizationId}/spaces`
  const get = async (path: string) => {
    const answer = await fetch(ours.address + path, { headers: { authorization: `Bearer ${ours.secret}` } })
    return (await answer.json()) as { readonly count: number; readonly next?: { readonly page: string } }
  }
  const { count } = await get(`${list}?limit=1`)
  const limit = Math.min(1000, Math.ceil((count - 50) / 10))
  let page = ''
  for (let walked = 0; walked < count - 50 - limit; walked += limit) {
    page = `&page=${(await get(`${list}?limit=${limit}${page}`)).next?.page}`
  }
  const side = (path: string) => sideOf(ours, inTurn([{ path }]))
  const sides = { first: side(`${list}?limit=50`), last: side(`${list}?limit=50${page}`) }
  const [measured] = await measure([{ sides }], size)
  const of = (pick: (cost: Cost) => number) =>
    measured ? ratio(measured.figures, 'last', 'first', pick) : Number.NaN
  const [clock, processor] = [of(({ ms }) => ms), of(({ server, database }) => server + database)]
  // A busy machine distorts the clock more than processor time, so the lower of both counts, if known.
  return processor > 0 ? Math.min(clock, processor) : clock
}
