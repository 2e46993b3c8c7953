import { sessionCookie, sessionSettings } from '../auth/session-settings.ts'
import { startSession } from '../auth/sessions.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'

/** A browser as far as a server can tell: it keeps cookies and says from where its requests come. */
export function openBrowser(address: string) {
  const jar = new Map<string, string>()
  const { origin } = new URL(address)

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map((pair) => pair.join('=')).join('; '))
    const answer = await fetch(new URL(path, address), { redirect: 'manual', ...init, headers })
    for (const cookie of answer.headers.getSetCookie()) keep(cookie)
    return answer
  }

  function keep(cookie: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }

  return {
    jar,
    keep,
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
    /** As a page of the server itself does it. */
    change: (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
      send(path, {
        method,
        headers: { origin, ...(body && { 'content-type': 'application/json' }), ...headers },
        ...(body && { body: JSON.stringify(body) }),
      }),
    submit: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', headers: { origin, ...headers }, body: new URLSearchParams(fields) }),
  }
}

export type Browser = ReturnType<typeof openBrowser>

/** The `Set-Cookie` header of somebody who has just signed in. */
export async function givenSession(
  { db, config }: { readonly db: Database; readonly config: Config },
  login: { readonly userId: string; readonly ssoOrganizationId?: string | null; readonly now?: string },
) {
  const sessions = sessionSettings(config)
  const { userId, ssoOrganizationId = null, now = new Date().toISOString() } = login
  const started = await startSession({ db, now, sessions }, { userId, ssoOrganizationId })
  return { ...started, cookie: sessionCookie(sessions, started) }
}
