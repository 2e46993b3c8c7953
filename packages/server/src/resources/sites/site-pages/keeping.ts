import type { FastifyReply } from 'fastify'
import { cookie } from '../../../auth/session-settings.ts'
import { cookieNamesFor } from './cookies.ts'
import type { Entrance } from './entering.ts'

/**
 * Moves what a visitor brought in the URL into a cookie, and sends them to the URL without it: tokens and
 * keys must not stay in the history of the browser, or reach other websites as a referrer.
 */
export function settleIn(entrance: Entrance, reply: FastifyReply) {
  const { url, token, isKeyInPath, base, rest, visitor } = entrance
  const names = cookieNamesFor(url)
  const target = new URL(url)
  const cookies: string[] = []
  if (target.searchParams.has('jwt_token')) {
    if (token.token !== 'valid') return undefined
    const value = target.searchParams.get('jwt_token') ?? ''
    const expires = new Date(token.expiresAt * 1000)
    cookies.push(cookieAt(entrance, { name: names.token, value, expires }))
    target.searchParams.delete('jwt_token')
  }
  if (isKeyInPath) {
    cookies.push(cookieAt(entrance, { name: names.share, value: visitor.shareKey ?? '' }))
    target.pathname = rest.length === 0 ? pathOf(base) : `${base}${rest.join('/')}`
  }
  if (cookies.length === 0) return undefined
  return reply
    .headers({ 'set-cookie': cookies, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(`${target.pathname}${target.search}`, 303)
}

/** Ends a visit: the browser forgets the token and the key. */
export function leave(entrance: Entrance, reply: FastifyReply) {
  const names = cookieNamesFor(entrance.url)
  const cookies = [names.token, names.share].map(
    (name) => `${cookieAt(entrance, { name, value: '' })}; Max-Age=0`,
  )
  return reply
    .headers({ 'set-cookie': cookies, 'cache-control': 'no-store' })
    .redirect(pathOf(entrance.base), 303)
}

function cookieAt({ url, base }: Entrance, kept: Omit<Parameters<typeof cookie>[0], 'path' | 'secure'>) {
  return cookie({ ...kept, path: pathOf(base), secure: url.protocol === 'https:' })
}

/** Without the slash at the end, the home page of the site gets the cookie, too. */
export function pathOf(base: string): string {
  return base === '/' ? '/' : base.slice(0, -1)
}
