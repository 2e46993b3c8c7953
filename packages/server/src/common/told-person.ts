import { ApiError } from './errors.ts'

/** The person who signs in, as described by an identity provider. */
export interface ToldPerson {
  /** The permanent identifier of the person at the identity provider. */
  readonly subject: string
  /** In lower case; absent if the provider didn't send one. */
  readonly email?: string
  readonly displayName?: string
  /** Absent if the provider said nothing about groups. */
  readonly groups?: readonly string[]
}

export function requireEmail(told: string): string {
  const email = told.toLowerCase()
  if (email.length <= 254 && /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(email)) return email
  throw new ApiError(
    'invalid_request',
    'The identity provider sent an invalid e-mail address. Check its attribute mapping.',
  )
}

export function toOneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ').slice(0, displayNameMax)
}

const displayNameMax = 100
/** More groups than any directory sends in a token. */
export const groupsMax = 2000
