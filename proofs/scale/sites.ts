import { margin } from '../kit/margin.ts'
import { median } from '../kit/median.ts'
import { type Cleaning, startCleaning } from './cleaning.ts'
import { type ScaleServer, startScaleServer } from './server.ts'
import { givenLibrary, givenSpace, type ScaleSpace } from './spaces.ts'
import { msOf } from './turn.ts'

/**
 * Compares the pages of a site of many pages with those of a site of few, as ratios within one run: requests
 * alternate between both, every page is drawn anew, and medians are compared.
 */
const pagesMany = Number(process.env.SCALE_SITE_PAGES ?? 10_000)
const pagesFew = 100
const rounds = Number(process.env.SCALE_ROUNDS ?? 40)
const warmRounds = 5
const ratioMax = 2

interface Site {
  readonly path: string
  readonly pages: ScaleSpace['pages']
}

const sizesOf = (few: Site, many: Site) => [['few', few] as const, ['many', many] as const]

/** What is opened, and the number of parts that its cost is divided by. */
const kinds: readonly {
  readonly name: string
  readonly of: (site: Site, round: number) => { readonly path: string; readonly parts: number }
}[] = [
  { name: 'first page', of: () => ({ path: '', parts: 1 }) },
  {
    name: 'any page',
    of: ({ pages }, round) => {
      const page = pages[1 + ((Math.abs(round) * 7919) % (pages.length - 1))]
      return { path: `/${page?.path}`, parts: 1 }
    },
  },
  { name: 'missing page', of: (_site, round) => ({ path: `/nothing/${round}`, parts: 1 }) },
  { name: 'sitemap, per page', of: ({ pages }) => ({ path: '/sitemap.xml', parts: pages.length }) },
]

const cleaning = startCleaning()
try {
  process.exitCode = (await compare(cleaning)) ? 0 : 1
} finally {
  await cleaning.run()
}

async function compare(cleaning: Cleaning): Promise<boolean> {
  const server = await startScaleServer(cleaning, { STEMMA_SITES_CACHE_BYTES: '0' })
  const library = await givenLibrary(server, pagesMany)
  const few = await publish(server, await givenSpace(server, library, { shape: 'deep', size: pagesFew }))
  const many = await publish(server, await givenSpace(server, library, { shape: 'deep', size: pagesMany }))
  const figures = kinds.map(({ name, of }) => ({ name, of, few: [] as number[], many: [] as number[] }))
  for (let round = -warmRounds; round < rounds; round++) {
    for (const { of, ...taken } of figures) {
      for (const [size, site] of round % 2 === 0 ? sizesOf(few, many) : sizesOf(few, many).toReversed()) {
        const { path, parts } = of(site, round)
        const ms = await msOf(() => open(server, `${site.path}${path}`))
        if (round >= 0) taken[size].push(ms / parts)
      }
    }
  }
  const ratios = figures.map(({ name, few, many }) => ({ name, ratio: median(many) / median(few) }))
  for (const { name, few, many } of figures) {
    console.log(`${name.padEnd(20)} ${median(few).toFixed(3)} ms, ${median(many).toFixed(3)} ms`)
  }
  const sizes = `${pagesMany.toLocaleString('en')} pages against ${pagesFew}`
  const shown = ratios.map(({ name, ratio }) => `${name} ${ratio.toFixed(2)}`).join(', ')
  console.log(`scale of a site: ${sizes} (at most ${ratioMax} each): ${shown}`)
  return ratios.every(({ ratio }) => ratio <= ratioMax * margin)
}

async function publish(
  { app, organizationId, secret }: ScaleServer,
  { id, pages }: ScaleSpace,
): Promise<Site> {
  const headers = { authorization: `Bearer ${secret}` }
  const post = async (url: string, payload: object) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/v1/orgs/${organizationId}/${url}`,
      headers,
      payload,
    })
    if (answer.statusCode >= 300) throw new Error(`POST ${url} answers ${answer.body}`)
    return answer.json() as { readonly id: string; readonly urls: { readonly published: string } }
  }
  const site = await post('sites', { title: 'Scale', visibility: 'public', spaces: [id] })
  const { urls } = await post(`sites/${site.id}/publish`, {})
  return { path: new URL(urls.published).pathname, pages }
}

async function open({ app }: ScaleServer, url: string) {
  const { statusCode, body } = await app.inject({ url })
  if (![200, 404].includes(statusCode) || body === '') throw new Error(`${url} answers ${statusCode}`)
}
