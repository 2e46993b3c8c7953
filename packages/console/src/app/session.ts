import { ApiFailure } from '@stemma/client'
import { useSyncExternalStore } from 'react'
import { atServer } from './base.ts'

/** Why the server no longer answers this browser, and where to sign in. */
export interface Ended {
  readonly reason: 'signed-out' | 'sso'
  readonly loginURL: string
}

let ended: Ended | undefined
const listeners = new Set<() => void>()

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
  return failure.status === 401 ? { reason: 'signed-out', loginURL: atServer('login') } : undefined
}

export function setEnded(next: Ended | undefined) {
  ended = next
  for (const notify of listeners) notify()
}

export function useEnded(): Ended | undefined {
  return useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => ended,
  )
}

/** The page for signing in, which leads back to where the person is now. */
export function loginFrom({ loginURL }: Ended): string {
  const url = new URL(loginURL)
  url.searchParams.set('next', `${location.pathname}${location.search}`)
  return url.href
}
