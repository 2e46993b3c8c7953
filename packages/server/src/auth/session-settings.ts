/** The lifetime of sessions, their cookie, and the origins that may use it. */
export interface SessionSettings {
  readonly lifetimeMs: number
  readonly idleMs: number
  /** A secret older than this is replaced when it is used. */
  readonly replaceMs: number
  /** How long a replaced secret still works, for requests that were in progress. */
  readonly supersededGraceMs: number
  /** How long a single sign-on is valid for organizations that require it. */
  readonly ssoProofMs: number
  readonly cookieName: string
  readonly secure: boolean
  readonly origins: readonly string[]
  /** Whether users sign in with email address and password. */
  readonly passwordLogin: boolean
  /** A file of hashes; empty for none. */
  readonly breachedPasswords: string
}

export function sessionSettings({
  publicUrl,
  appUrl,
  sessionDays,
  sessionIdleHours,
  ssoProofHours,
  passwordLogin,
  breachedPasswords,
}: Given): SessionSettings {
  const secure = publicUrl.startsWith('https:')
  return {
    lifetimeMs: sessionDays * 24 * hourMs,
    idleMs: sessionIdleHours * hourMs,
    replaceMs: hourMs,
    supersededGraceMs: 60_000,
    ssoProofMs: ssoProofHours * hourMs,
    cookieName: cookieName('stemma_session', secure),
    secure,
    passwordLogin,
    breachedPasswords,
    origins: [...new Set([publicUrl, appUrl].map((url) => new URL(url).origin))],
  }
}

const hourMs = 60 * 60 * 1000

interface Given {
  readonly publicUrl: string
  readonly appUrl: string
  readonly sessionDays: number
  readonly sessionIdleHours: number
  readonly ssoProofHours: number
  readonly passwordLogin: boolean
  readonly breachedPasswords: string
}

/** Earlier single sign-ons are no longer valid for organizations that require it. */
export function ssoProvedAfter({ ssoProofMs }: SessionSettings, now: string): string {
  return new Date(Date.parse(now) - ssoProofMs).toISOString()
}

/** With this prefix, browsers limit a cookie to the exact host that set it, and to HTTPS. */
export function cookieName(name: string, secure: boolean): string {
  return secure ? `__Host-${name}` : name
}

/** The `Set-Cookie` header that gives a browser its session. */
export function sessionCookie(
  { cookieName: name, secure }: SessionSettings,
  { secret, expiresAt }: { readonly secret: string; readonly expiresAt: string },
): string {
  return cookie({ name, secure, value: secret, expires: new Date(expiresAt) })
}

/** Clears cached responses in the browser when the session ends. */
export const clearedSiteData = { 'clear-site-data': '"cache"' } as const

/** The `Set-Cookie` header that removes the session. */
export function clearedSessionCookie({ cookieName: name, secure }: SessionSettings): string {
  return cookie({ name, secure, value: '', expires: new Date(0) })
}

export function cookie({ name, value, path = '/', expires, secure }: Cookie): string {
  const lasting = expires ? `; Expires=${expires.toUTCString()}` : ''
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${lasting}`
}

interface Cookie {
  readonly name: string
  readonly value: string
  /** By default it is sent with every request to the host. */
  readonly path?: string
  /** Absent if it lasts until the browser is closed. */
  readonly expires?: Date
  readonly secure: boolean
}

/** The value of a cookie in a `Cookie` header. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find((one) => one.trimStart().startsWith(`${name}=`))
  return found?.slice(found.indexOf('=') + 1).trim()
}
