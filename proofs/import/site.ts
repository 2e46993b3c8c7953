import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A documentation site as many tools generate it: sections with pages, some of which have subpages. */
export interface Site {
  readonly address: string
  readonly endpoint: string
  readonly pages: readonly SitePage[]
  /** The number of requests by path. */
  readonly asked: ReadonlyMap<string, number>
  stop(): void
}

interface SitePage {
  readonly number: number
  readonly path: string
  readonly title: string
  readonly parent: number | undefined
  /** The pages that its text links to. */
  readonly links: readonly number[]
}

const perSection = 40
const images = 30

/** Serves a website with `size` pages and everything that makes crawling hard. */
export async function serveSite(size: number): Promise<Site> {
  const pages = pagesOf(size)
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site')
    asked.set(url.pathname, (asked.get(url.pathname) ?? 0) + 1)
    answer(url, response, { pages, byPath, origin })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${endpoint}`
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { address: `${origin}/docs/`, endpoint, pages, asked, stop }
}

/** Page 0 is the start; a section's first page is the parent of the rest, and every tenth has a child. */
function pagesOf(size: number): readonly SitePage[] {
  return Array.from({ length: size }, (_, number) => {
    const place = (number - 1) % perSection
    const section = Math.floor((number - 1) / perSection)
    const first = section * perSection + 1
    const isDeep = place % 10 === 2
    const parent = number === 0 || place === 0 ? undefined : isDeep ? number - 1 : first
    const name =
      place === 0
        ? `section-${section}`
        : `section-${section}/${isDeep ? `page-${number - 1}/` : ''}page-${number}`
    const links = number === 0 ? [] : [(number * 7) % size, (number * 13 + 5) % size, Math.max(0, number - 1)]
    return { number, path: number === 0 ? '/docs/' : `/docs/${name}`, title: `Page ${number}`, parent, links }
  })
}

interface Served {
  readonly pages: readonly SitePage[]
  readonly byPath: ReadonlyMap<string, SitePage>
  readonly origin: string
}

const picture = (number: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${number + 1}" height="9"><text>${number}</text></svg>`

function answer(
  { pathname, searchParams }: URL,
  response: ServerResponse,
  { pages, byPath, origin }: Served,
) {
  const send = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body)
  const page = byPath.get(pathname) ?? byPath.get(pathname.replace(/\/(?:index\.html)?$/, ''))
  if (page) return send('text/html; charset=utf-8', htmlOf(page, pages))
  if (pathname === '/robots.txt') return send('text/plain', 'User-agent: *\nDisallow: /docs/private\n')
  if (pathname === '/sitemap.xml') return send('application/xml', sitemapOf(pages, origin))
  const old = /^\/docs\/old\/(\d+)$/.exec(pathname)?.[1]
  if (old !== undefined) return response.writeHead(301, { location: pages[Number(old)]?.path ?? '/' }).end()
  if (pathname === '/docs/image') return send('image/svg+xml', picture(Number(searchParams.get('n'))))
  const month = /^\/docs\/calendar\/(\d+)$/.exec(pathname)?.[1]
  if (month !== undefined) return send('text/html', calendarOf(Number(month)))
  if (pathname.startsWith('/docs/private/')) return send('text/html', '<h1>Private</h1>')
  return response.writeHead(404).end()
}

/** Lists only the last pages: all others must be found through links. */
function sitemapOf(pages: readonly SitePage[], origin: string): string {
  const listed = pages.slice(-5).map(({ path }) => `<url><loc>${origin}${path}</loc></url>`)
  return `<?xml version="1.0"?><urlset>${listed.join('')}</urlset>`
}

/** Every month links to the next one, endlessly. */
function calendarOf(month: number): string {
  const next = `<a href="/docs/calendar/${month + 1}">next</a>`
  return `<html><body><main><h1>Month ${month}</h1>${next}</main></body></html>`
}

function htmlOf(page: SitePage, pages: readonly SitePage[]): string {
  const { number, title, path } = page
  const to = (other: number, form: number) => {
    const { path: target = '', title: words } = pages[other] ?? {}
    const href = [target, `${target}?print=1`, `${target}#part`, `/docs/old/${other}`][form % 4]
    return `<a href="${href}">to ${words}</a>`
  }
  const links = page.links.map((other, at) => `<p>${to(other, number + at)}</p>`).join('\n')
  const start =
    number === 0 ? '<a href="/docs/calendar/1">Calendar</a> <a href="/docs/private/x">Private</a>' : ''
  return `<!doctype html><html><head><title>${title} | Site</title></head><body>
<header><a href="/">Other site</a></header><nav>${navigationOf(page, pages)}</nav>
<main><h1>${title}<a class="hash-link" href="#x">#</a></h1>
<p>The text of <b>${title}</b> at <code>${path}</code>.</p>
<img src="/docs/image?n=${number % images}" alt="Picture">
<table><tr><th>Key</th><th>Value</th></tr><tr><td>number</td><td>${number}</td></tr></table>
${links}${start}</main><footer>The end of ${title}</footer></body></html>`
}

/** All sections, and the pages of the current one. */
function navigationOf({ number }: SitePage, pages: readonly SitePage[]): string {
  const open = Math.floor((number - 1) / perSection)
  const sections = Math.ceil((pages.length - 1) / perSection)
  const item = ({ path, title }: SitePage, below = '') => `<li><a href="${path}">${title}</a>${below}</li>`
  const childrenOf = (parent: number): string => {
    const from = Math.max(0, parent)
    const below = pages.slice(from, from + perSection + 1).filter((one) => one.parent === parent)
    return below.length === 0
      ? ''
      : `<ul>${below.map((one) => item(one, childrenOf(one.number))).join('')}</ul>`
  }
  const items = Array.from({ length: sections }, (_, section) => {
    const first = pages[section * perSection + 1]
    return first === undefined
      ? ''
      : item(first, section === open && number > 0 ? childrenOf(first.number) : '')
  })
  return `<ul><li><a href="/docs/">Page 0</a></li>${items.join('')}</ul>`
}
