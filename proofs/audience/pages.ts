import type { AudienceSite } from '../../packages/server/src/test/audience-site.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { type Canary, canaries, type Findings } from './blocks.ts'
import { byCondition, type Shown } from './outputs.ts'
import { askForPDF, idOf } from './pdfs.ts'

/** What the browser of a visitor sends. */
export interface Cookies {
  readonly key: string | undefined
  readonly token: string | undefined
}

/** Opens the pages of a site: its navigation, and each page by its URL. */
export async function pageOutputs(
  server: Server,
  site: AudienceSite,
  cookies: Cookies,
): Promise<ReadonlyMap<string, Shown>> {
  const { pathname } = new URL(site.address)
  const home = await open(server, pathname, cookies)
  const missing = await open(server, `${pathname}/nothing`, cookies)
  const sitemap = await open(server, `${pathname}/sitemap.xml`, cookies)
  const read = async (name: string) => (await open(server, `${pathname}/${name}`, cookies)).text
  const [list, texts, feed] = [await read('llms.txt'), await read('llms-full.txt'), await read('feed.xml')]
  const statuses = new Map<string, number>()
  for (const name of ['none', 'true', 'false', 'unknown'])
    statuses.set(name, (await open(server, `${pathname}/${name}`, cookies)).status)
  const sectionOf = (name: string) => (name === 'none' ? pathname : `${pathname}/${name}`)
  const past = new Map<string, number>()
  for (const name of ['none', 'true', 'false', 'unknown']) {
    past.set(name, (await open(server, `${sectionOf(name)}/${pastDay}`, cookies)).status)
  }
  const [pdfs, pictures] = [new Map<string, number>(), new Map<string, number>()]
  for (const name of ['none', 'true', 'false', 'unknown']) {
    const place = `~site/pdf/${await idOf(server, site, name)}`
    pdfs.set(name, (await open(server, `${pathname}/${place}`, cookies)).status)
    const picture = `~site/picture/${await idOf(server, site, name)}-aaaaaaaaaaaa.png`
    pictures.set(name, (await open(server, `${pathname}/${picture}`, cookies)).status)
  }
  const changes = await read('~site/changes')
  const told = new Map<string, boolean>()
  for (const name of ['none', 'true', 'false', 'unknown'])
    told.set(name, (await askMcp(server, pathname, cookies, urlOf(site, name))) !== undefined)
  const isLinked = (text: string) => (name: string) =>
    text.includes(name === 'none' ? `href="${pathname}"` : `href="${pathname}/${name}"`)
  const isListed = (text: string) => (name: string) => text.includes(`<loc>${urlOf(site, name)}</loc>`)
  return new Map([
    ['navigation of a page', byCondition(isLinked(home.status === 200 ? home.text : ''))],
    ['page by its URL', byCondition((name) => [200, 308].includes(statuses.get(name) ?? 0))],
    ['page of an earlier day', byCondition((name) => past.get(name) === 200)],
    ['PDF of a page', byCondition((name) => pdfs.get(name) === 200)],
    ['picture of a page', byCondition((name) => pictures.get(name) === 200)],
    ['list of changes', byCondition((name) => changes.includes(`href="${sectionOf(name)}/~site/at/`))],
    ...(sitemap.status === 200 ? [['sitemap', byCondition(isListed(sitemap.text))] as const] : []),
    ['llms.txt', byCondition((name) => list.includes(`](${urlOf(site, name)}/index.md)`))],
    ['llms-full.txt', byCondition((name) => texts.includes(`Source: ${urlOf(site, name)}\n`))],
    ['page by MCP', byCondition((name) => told.get(name) ?? false)],
    ['feed', byCondition((name) => feed.includes(`&#34;${urlOf(site, name)}&#34;`))],
    // Without access, the answer is a page of the server, which names nothing of the site.
    ['navigation of a missing page', byCondition(isLinked(missing.text))],
  ])
}

const pastDay = '~site/at/2020-06-01'

/** The first page of the section with this condition. The default section has no path of its own. */
function urlOf({ address }: AudienceSite, name: string): string {
  return name === 'none' ? address : `${address}/${name}`
}

/** Merges a change of every page, which the feed then tells to those who see it. */
export async function givenMerges(server: Server, { admin, places }: AudienceSite) {
  const api = server.as(admin)
  for (const { spaceId } of Object.values(places)) {
    const { pages } = await api.listPages({ params: { spaceId } })
    const { id } = await api.createChangeRequest({ params: { spaceId }, body: { subject: 'Said better' } })
    const params = { spaceId, changeRequestId: id }
    const changes = pages.map((page) => ({
      operation: 'update_page' as const,
      page: page.id,
      document: { markdown: `Text of ${page.title}, said better.\n` },
    }))
    await api.updateChangeRequestContent({ params, body: { changes } })
    await api.mergeChangeRequest({ params })
  }
}

/** Opens the pages with conditional blocks, their Markdown, and the search for some of their words. */
export async function pageBlockOutputs(
  server: Server,
  site: AudienceSite,
  cookies: Cookies,
): Promise<ReadonlyMap<string, Findings>> {
  const { pathname } = new URL(site.address)
  const read = async (suffix: string) => {
    const pages = await Promise.all(
      ['blocks', 'broken'].map((name) => open(server, `${pathname}/${name}${suffix}`, cookies)),
    )
    return pages.map(({ text }) => text).join('')
  }
  const [html, markdown] = [await read(''), await read('.md')]
  const texts = (await open(server, `${pathname}/llms-full.txt`, cookies)).text
  const asked = await Promise.all(
    ['blocks', 'broken'].map(async (name) => (await askMcp(server, pathname, cookies, name)) ?? ''),
  )
  const past = await Promise.all(
    ['blocks', 'broken'].map((name) => open(server, `${pathname}/${pastDay}/${name}`, cookies)),
  )
  const pdfs: string[] = []
  for (const title of ['Blocks', 'Broken'])
    pdfs.push(await askForPDF(server, site, title, headersOf(cookies)))
  const without = canaries.filter(({ place }) => place !== 'piece')
  return new Map([
    ['text of a page', findingsIn(html, canaries)],
    // Then, nothing of it was conditional.
    ['text of an earlier day', findingsIn(past.map(({ text }) => text).join(''), canaries)],
    ['text of a PDF', findingsIn(pdfs.join(''), canaries)],
    ['Markdown of a page', findingsIn(markdown, without)],
    ['llms-full.txt', findingsIn(texts, without)],
    ['text by MCP', findingsIn(asked.join(''), without)],
    ['search page', await found(server, pathname, cookies, (word) => `~site/search?q=${word}`)],
    ['search dialog', await found(server, pathname, cookies, (word) => `~site/search?fragment=1&q=${word}`)],
    ['nearest pages', await found(server, pathname, cookies, (word) => word)],
  ])
}

function findingsIn(text: string, wanted: readonly Canary[]): Findings {
  return new Map(wanted.map((one) => [one, text.includes(one.word)]))
}

/** The answer repeats the word, so it is found if there is a link to the page that contains it. */
async function found(server: Server, pathname: string, cookies: Cookies, urlFor: (word: string) => string) {
  const findings = new Map<Canary, boolean>()
  for (const one of canaries.filter(({ place }) => place === 'alone')) {
    const { text } = await open(server, `${pathname}/${urlFor(one.word)}`, cookies)
    const main = text.includes('<main') ? (/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '') : text
    findings.set(one, main.includes(`href="${pathname}/blocks`))
  }
  return findings
}

/** What an assistant reads of a page, or `undefined` if there is nothing for it. */
async function askMcp({ app }: Server, pathname: string, cookies: Cookies, url: string) {
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `${pathname}/~site/mcp`,
    headers: { ...headersOf(cookies), accept: 'application/json, text/event-stream' },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'read_page', arguments: { url } },
    },
  })
  if (statusCode === 404) return undefined
  if (statusCode !== 200) throw new Error(`MCP answered ${statusCode}: ${body}`)
  const { result } = JSON.parse(/^data: (.*)$/m.exec(body)?.[1] ?? body)
  return result.isError ? undefined : String(result.content[0].text)
}

async function open({ app }: Server, url: string, cookies: Cookies) {
  const { statusCode, body } = await app.inject({ url, headers: headersOf(cookies) })
  if (![200, 303, 308, 404].includes(statusCode)) throw new Error(`${url} answered ${statusCode}: ${body}`)
  return { status: statusCode, text: body }
}

function headersOf({ key, token }: Cookies) {
  const cookies = [
    ...(key === undefined ? [] : [`stemma_share=${key}`]),
    ...(token === undefined ? [] : [`stemma_visitor=${token}`]),
  ]
  return { cookie: cookies.join('; ') }
}
