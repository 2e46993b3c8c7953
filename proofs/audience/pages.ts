import type { AudienceSite } from '../../packages/server/src/test/audience-site.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { type Canary, canaries, type Findings } from './blocks.ts'
import { byCondition, type Shown } from './outputs.ts'

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
  const statuses = new Map<string, number>()
  for (const name of ['none', 'true', 'false', 'unknown'])
    statuses.set(name, (await open(server, `${pathname}/${name}`, cookies)).status)
  const isLinked = (text: string) => (name: string) =>
    text.includes(name === 'none' ? `href="${pathname}"` : `href="${pathname}/${name}"`)
  const isListed = (text: string) => (name: string) =>
    text.includes(name === 'none' ? `<loc>${site.address}</loc>` : `<loc>${site.address}/${name}</loc>`)
  return new Map([
    ['navigation of a page', byCondition(isLinked(home.status === 200 ? home.text : ''))],
    ['page by its URL', byCondition((name) => [200, 308].includes(statuses.get(name) ?? 0))],
    ...(sitemap.status === 200 ? [['sitemap', byCondition(isListed(sitemap.text))] as const] : []),
    // Without access, the answer is a page of the server, which names nothing of the site.
    ['navigation of a missing page', byCondition(isLinked(missing.text))],
  ])
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
  const without = canaries.filter(({ place }) => place !== 'piece')
  return new Map([
    ['text of a page', findingsIn(html, canaries)],
    ['Markdown of a page', findingsIn(markdown, without)],
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

async function open({ app }: Server, url: string, { key, token }: Cookies) {
  const cookies = [
    ...(key === undefined ? [] : [`stemma_share=${key}`]),
    ...(token === undefined ? [] : [`stemma_visitor=${token}`]),
  ]
  const { statusCode, body } = await app.inject({ url, headers: { cookie: cookies.join('; ') } })
  if (![200, 303, 308, 404].includes(statusCode)) throw new Error(`${url} answered ${statusCode}: ${body}`)
  return { status: statusCode, text: body }
}
