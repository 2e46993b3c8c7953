import { ApiFailure } from '@stemma/client'
import { atServer, consoleUrl } from './base.ts'
import { sharedValue } from './shared-value.ts'

/** Why the server no longer answers this browser, and where to sign in. */
export interface Ended {
  readonly reason: 'signed-out' | 'sso' | 'second-factor' | 'somebody-else'
  readonly loginURL: string
}

const ended = sharedValue<Ended | undefined>(undefined)

/** Remembers that the session ended, if this failure says so. What was typed stays where it is. */
export function noticeEnd(failure: unknown) {
  const next = endOf(failure)
  if (next !== undefined) setEnded(next)
}

/** Where to sign in again, if a failure means that the session ended or that another way in is required. */
export function endOf(failure: unknown): Ended | undefined {
  if (!(failure instanceof ApiFailure)) return undefined
  if (failure.reason === 'sso_required') {
    const { loginURL } = failure.details as { readonly loginURL: string }
    return { reason: 'sso', loginURL }
  }
  if (failure.reason === 'second_factor_required')
    return { reason: 'second-factor', loginURL: new URL('two-step', consoleUrl).href }
  if (failure.status !== 401) return undefined
  const isSomebodyElse = failure.details !== undefined
  return { reason: isSomebodyElse ? 'somebody-else' : 'signed-out', loginURL: atServer('login') }
}

export const setEnded = ended.set
export const useEnded = ended.useValue

/** The page for signing in, which leads back to where the person is now. */
export function loginFrom({ loginURL }: Ended): string {
  const url = new URL(loginURL)
  url.searchParams.set('next', `${location.pathname}${location.search}`)
  return url.href
}

/** Headers of a request that nobody but this person may send: the server answers others with 401. */
export function asUser(userId: string): Readonly<Record<string, string>> {
  return { 'stemma-user': userId }
}
