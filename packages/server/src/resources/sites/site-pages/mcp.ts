import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PublicContext } from '../../../common/context.ts'
import { askMcpServer, errorResult, sendMcpAnswer, textResult } from '../../../http/mcp.ts'
import type { Core } from '../../../http/route.ts'
import { decoded, segmentsOf } from '../../../publishing/addresses.ts'
import { contextOf, type Entrance } from './entering.ts'
import { siteNameOf } from './framing.ts'
import type { SiteMemory } from './memory.ts'
import { type Opened, openSite } from './opening.ts'
import { readMarkdown } from './reading.ts'
import { findInSite } from './searching.ts'

/** A request of a program, and the site as its visitor sees it. */
export interface Asking {
  readonly core: Core & { readonly memory: SiteMemory }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly moment: PublicContext
  readonly entrance: Entrance
  readonly opened: Opened
}

/**
 * Answers the Model Context Protocol: assistants search the site and read its pages, as the visitor whose
 * token or share link they bring.
 */
export async function answerMcp(asking: Asking): Promise<FastifyReply> {
  const { core, request, reply, opened } = asking
  const url = `${opened.url}/~site/mcp`
  const answer = await core.shares.run(request, () => askMcpServer(request, url, () => serverFor(asking)))
  return sendMcpAnswer(reply, answer)
}

function serverFor(asking: Asking): McpServer {
  const { url } = asking.opened
  const name = siteNameOf(asking.opened)
  const instructions = `The documentation of ${name}, at ${url}. Search it, then read the pages that fit.`
  const server = new McpServer({ name, version: '1' }, { instructions })
  server.registerTool(
    'search',
    {
      title: 'Search',
      description: `Finds pages of ${name} by words. Returns titles, URLs and the text around each match.`,
      inputSchema: searchInput,
      annotations: { readOnlyHint: true },
    },
    async ({ query }) => textResult(await searchText(asking, query)),
  )
  server.registerTool(
    'read_page',
    {
      title: 'Read a page',
      description: 'Returns a page as Markdown, by its URL or by its path below the site.',
      inputSchema: readInput,
      annotations: { readOnlyHint: true },
    },
    async ({ url: address }) => {
      const markdown = await pageText(asking, address)
      if (markdown !== undefined) return textResult(markdown)
      return errorResult(`There is no page at ${address}. Use search to find one.`)
    },
  )
  return server
}

const searchInput = fromJsonSchema<{ readonly query: string }>({
  type: 'object',
  properties: { query: { type: 'string', minLength: 1, maxLength: 200, description: 'Words to look for.' } },
  required: ['query'],
})

const readInput = fromJsonSchema<{ readonly url: string }>({
  type: 'object',
  properties: { url: { type: 'string', maxLength: 2000, description: 'As search returned it, or a path.' } },
  required: ['url'],
})

async function searchText(asking: Asking, query: string): Promise<string> {
  const { opened } = asking
  const results = await findInSite(contextAt(asking, opened), opened, query)
  if (results.length === 0) return `Nothing was found for ${JSON.stringify(query)}. Try other words.`
  const { origin } = new URL(opened.url)
  const entries = results.map(({ title, href, place, excerpt }) => {
    const above = place.length === 0 ? '' : ` (${place.join(' › ')})`
    return `- [${title}](${origin}${href})${above}\n  ${excerpt.join('').replaceAll(/\s+/g, ' ').trim()}`
  })
  return entries.join('\n')
}

/** `undefined` if the visitor sees no page at this address. */
async function pageText(asking: Asking, address: string): Promise<string | undefined> {
  const { core, entrance } = asking
  const segments = segmentsBelow(asking, address)
  if (segments === undefined) return undefined
  const opened = openSite({ ...entrance, rest: segments })
  if (opened === undefined) return undefined
  const pathname = segments.slice(opened.chosen.taken).map(decoded).join('/')
  const { version } = opened
  const wanted = { framed: opened, context: contextAt(asking, opened), memory: core.memory, version }
  return readMarkdown({ ...wanted, pathname: pathname.replace(/\.md$/, '') })
}

/** The path below the site, if the address is one of the site. */
function segmentsBelow({ opened, entrance }: Asking, address: string): readonly string[] | undefined {
  const site = `${opened.url}/`
  if (!URL.canParse(address, site)) return undefined
  const [asked, own] = [new URL(address, site), new URL(site)]
  const base = [own.pathname, entrance.base].find((one) => `${asked.pathname}/`.startsWith(one))
  if (asked.origin !== own.origin || base === undefined) return undefined
  return segmentsOf(asked).slice(segmentsOf(new URL(base, own)).length)
}

function contextAt({ moment, entrance }: Asking, { chosen }: Opened) {
  return contextOf(moment, entrance, chosen.siteSpace.spaceId)
}
