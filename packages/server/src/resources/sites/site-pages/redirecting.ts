import type { FastifyReply } from 'fastify'
import type { PublicContext } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { resolveRedirect } from '../site-redirects/index.ts'
import { contextOf, type Entrance } from './entering.ts'
import type { Opened } from './opening.ts'

/** Where a path without a page leads. */
interface Away {
  readonly href: string
  readonly isPermanent: boolean
}

interface Visiting {
  readonly moment: PublicContext
  readonly entrance: Entrance
  readonly opened: Opened
}

/** Where a redirect of the site leads from here, if the visitor sees its destination. */
export async function redirectFor({ moment, entrance, opened }: Visiting): Promise<Away | undefined> {
  const { rest, key, url } = entrance
  // A star at the end of a source means more than itself.
  const source = `/${rest.join('/')}`.replaceAll('*', '%2A')
  if (opened.preview !== undefined || source.length > sourceMax) return undefined
  try {
    const { row, target } = await resolveRedirect(contextOf(moment, entrance, ''), key, { source })
    const to = new URL(target)
    if (to.origin === url.origin && to.pathname === url.pathname) return undefined
    if (to.search === '') to.search = url.search
    return { href: to.href, isPermanent: row.permanent }
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'not_found') return undefined
    throw error
  }
}

const sourceMax = 512

/** Where the page is now that was here before. */
export function awayTo({ entrance }: Visiting, href: string | undefined): Away | undefined {
  return href === undefined ? undefined : { href: `${href}${entrance.url.search}`, isPermanent: true }
}

/** Browsers ask again each time: a page may come to this path. */
export function sendAway(reply: FastifyReply, { href, isPermanent }: Away) {
  return reply.header('cache-control', 'no-cache').redirect(href, isPermanent ? 308 : 307)
}
