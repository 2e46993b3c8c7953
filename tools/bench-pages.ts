import { slice } from './bench-load.ts'
import { median } from './median.ts'

/** What the last page of a long list costs against the first: cursors are keys, so it should be the same. */
export async function latePage({ address, secret, organizationId, rounds }: Listing): Promise<number> {
  const list = `/v1/orgs/${organizationId}/spaces`
  const get = async (path: string) => {
    const answer = await fetch(address + path, { headers: { authorization: `Bearer ${secret}` } })
    return (await answer.json()) as { readonly count: number; readonly next?: { readonly page: string } }
  }
  const { count } = await get(`${list}?limit=1`)
  const limit = Math.min(1000, Math.ceil((count - 50) / 10))
  let page = ''
  for (let walked = 0; walked < count - 50 - limit; walked += limit) {
    page = `&page=${(await get(`${list}?limit=${limit}${page}`)).next?.page}`
  }
  const first = Array.from({ length: 40 }, () => ({ path: `${list}?limit=50` }))
  const late = Array.from({ length: 40 }, () => ({ path: `${list}?limit=50${page}` }))
  const ratios: number[] = []
  for (let round = 0; round < rounds; round++) {
    const ms = await slice(address, secret, first, 2)
    ratios.push((await slice(address, secret, late, 2)) / ms)
  }
  return median(ratios)
}

interface Listing {
  readonly address: string
  readonly secret: string
  readonly organizationId: string
  readonly rounds: number
}
