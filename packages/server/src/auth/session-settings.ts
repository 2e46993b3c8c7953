/** How long sessions last, how their cookie looks, and which web pages may act by it. */
export interface SessionSettings {
  readonly lifetimeMs: number
  readonly idleMs: number
  /** After this long a secret is replaced when it is used. */
  readonly replaceMs: number
  /** For requests that were under way when the secret was replaced. */
  readonly supersededGraceMs: number
  /** For this long a single sign-on counts where an organization requires one. */
  readonly ssoProofMs: number
  readonly cookieName: string
  readonly secure: boolean
  readonly origins: readonly string[]
  /** Whether people sign in by e-mail address and password. */
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

/** Single sign-ons from before then no longer count where one is required. */
export function ssoProvedAfter({ ssoProofMs }: SessionSettings, now: string): string {
  return new Date(Date.parse(now) - ssoProofMs).toISOString()
}

/** By this prefix browsers keep a cookie to the very host that set it, and to https. */
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

/** The `Set-Cookie` header that takes it away again. */
export function clearedSessionCookie({ cookieName: name, secure }: SessionSettings): string {
  return cookie({ name, secure, value: '', expires: new Date(0) })
}

export function cookie({ name, value, expires, secure }: Cookie): string {
  const lasting = expires ? `; Expires=${expires.toUTCString()}` : ''
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${lasting}`
}

interface Cookie {
  readonly name: string
  readonly value: string
  /** Absent: until the browser is closed. */
  readonly expires?: Date
  readonly secure: boolean
}

/** The value of a cookie among those that a browser sent. */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find((one) => one.trimStart().startsWith(`${name}=`))
  return found?.slice(found.indexOf('=') + 1).trim()
}
