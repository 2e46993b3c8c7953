import type { Addresses } from '../../../common/addresses.ts'
import type { PlainLetter } from '../../../mail/letters.ts'

/** Four hours in total. */
export const attemptsMax = 10

/** Later after each attempt: first a minute, at most an hour. */
export function retryAt(attempts: number, now: string): string {
  const waitMs = Math.min(2 ** (attempts - 1) * minuteMs, 60 * minuteMs)
  return new Date(Date.parse(now) + waitMs).toISOString()
}

const minuteMs = 60_000

/** Where the button of a mail leads. */
export function linkOf(
  { kind }: PlainLetter,
  addresses: Addresses,
  secret: string | undefined,
): string | undefined {
  const path = paths[kind]
  if (path === undefined || secret === undefined) return undefined
  return `${addresses.location(path)}?${new URLSearchParams({ code: secret })}`
}

const paths: Readonly<Partial<Record<PlainLetter['kind'], string>>> = {
  invitation: '/login/invitation',
  passwordReset: '/login/reset',
  emailLeaving: '/login/email',
  emailArriving: '/login/email',
}
