import { sessionCookie, sessionSettings } from '../auth/session-settings.ts'
import { startSession } from '../auth/sessions.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'

/** Behaves like a browser towards a server: it keeps cookies and sends the Origin header. */
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
    /** Sends a request as a page of the same origin would. */
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

/** Signs a user in and returns the `Set-Cookie` header. */
export async function givenSession(
  { db, config }: { readonly db: Database; readonly config: Config },
  login: Login,
) {
  const sessions = sessionSettings(config)
  const { now = new Date().toISOString(), ssoOrganizationId = null, ...rest } = login
  const started = await startSession({ db, now, sessions }, { ssoOrganizationId, ...rest })
  return { ...started, cookie: sessionCookie(sessions, started) }
}

interface Login {
  readonly userId: string
  readonly ssoOrganizationId?: string | null
  readonly secondFactor?: boolean
  readonly now?: string
}
