import { ApiError } from '../common/errors.ts'
import { groupsMax, requireEmail, toOneLine } from '../common/told-person.ts'
import type { Said } from './assertion.ts'

/** The person who signs in, as described by the identity provider. */
export interface SaidPerson {
  /** The permanent identifier of the person at the identity provider. */
  readonly nameId: string
  /** In lower case; absent if the provider didn't send one. */
  readonly email?: string
  readonly displayName?: string
  /** Absent if the provider said nothing about groups. */
  readonly groups?: readonly string[]
}

export function personOf({ nameId, isEmailNameId, attributes }: Said, groupClaim: string): SaidPerson {
  const first = (names: readonly string[]) =>
    names.flatMap((name) => attributes.get(name) ?? []).find((value) => value !== '')
  const email = emailIn(attributes) ?? (isEmailNameId ? nameId : undefined)
  const parts = [first(givenNames), first(surnames)].filter((part) => part !== undefined)
  const displayName = first(displayNames) ?? (parts.length > 0 ? parts.join(' ') : undefined)
  const groups = attributes.get(groupClaim)
  return {
    nameId,
    ...(email !== undefined && { email: requireEmail(email) }),
    ...(displayName !== undefined && { displayName: toOneLine(displayName) }),
    ...(groups !== undefined && { groups: groups.slice(0, groupsMax) }),
  }
}

/** Rejects several addresses, because there is no way to know which one identifies the person. */
function emailIn(attributes: Said['attributes']): string | undefined {
  const found = emails.flatMap((name) => attributes.get(name) ?? []).filter((value) => value !== '')
  const [email, ...others] = new Set(found.map((value) => value.toLowerCase()))
  if (others.length === 0) return email
  throw new ApiError(
    'invalid_request',
    'The identity provider sent several e-mail addresses. Configure it to send one attribute with one value.',
  )
}

const claims = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/'
const emails = [
  'email',
  'Email',
  'mail',
  'emailAddress',
  'emailaddress',
  'user.email',
  `${claims}emailaddress`,
  'urn:oid:0.9.2342.19200300.100.1.3',
]
const displayNames = [
  'displayName',
  'displayname',
  'name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'cn',
  'urn:oid:2.5.4.3',
]
const givenNames = ['firstName', 'givenName', 'givenname', `${claims}givenname`, 'urn:oid:2.5.4.42']
const surnames = ['lastName', 'sn', 'surname', `${claims}surname`, 'urn:oid:2.5.4.4']
