import { fieldsOf } from './attributes.ts'
import { ScimError } from './errors.ts'

/** What a provider says about a person. Null removes a value; an absent one stays as it is. */
export interface UserChanges {
  readonly userName?: string
  readonly email?: string
  readonly externalId?: string | null
  readonly displayName?: string | null
  readonly givenName?: string | null
  readonly familyName?: string | null
  readonly active?: boolean
}

/** A person as a whole, from POST or PUT: what is not there is removed, except `active`. */
export function userIn(body: unknown): NewUser {
  const told: UserChanges = Object.assign(
    {},
    ...[...fieldsOf(body)].map(([name, value]) => wholeTold(name, value)),
  )
  const { userName } = told
  if (userName === undefined) throw new ScimError('invalidValue', '`userName` is missing. Send it.')
  const email = told.email ?? (isAddress(userName) ? userName.toLowerCase() : undefined)
  if (email === undefined) {
    const message = 'There is no e-mail address. Send one in `emails`, or as `userName`.'
    throw new ScimError('invalidValue', message)
  }
  const nothing = { externalId: null, displayName: null, givenName: null, familyName: null }
  return { ...nothing, ...told, userName, email }
}

type NewUser = UserChanges & { readonly userName: string; readonly email: string }

/** What one attribute says. Attributes that this server doesn't keep say nothing. */
export function toldBy(attribute: string, value: unknown): UserChanges {
  switch (attribute) {
    case 'username':
      return { userName: textIn(attribute, value) }
    case 'externalid':
      return { externalId: textOrNull(attribute, value) }
    case 'displayname':
    case 'name.formatted':
      return { displayName: textOrNull(attribute, value, nameMax) }
    case 'name.givenname':
      return { givenName: textOrNull(attribute, value, nameMax) }
    case 'name.familyname':
      return { familyName: textOrNull(attribute, value, nameMax) }
    case 'name':
      return nameIn(value)
    case 'emails':
    case 'emails.value':
      return { email: addressIn(value) }
    case 'active':
      return { active: booleanIn(value) }
    default:
      return {}
  }
}

function wholeTold(attribute: string, value: unknown): UserChanges {
  // An empty list of addresses says nothing: `userName` is then the address.
  const isEmpty = value === null || (Array.isArray(value) && value.length === 0)
  return isEmpty && attribute !== 'active' ? {} : toldBy(attribute, value)
}

/** `displayName` is set by its own attribute, and else by the formatted name. */
function nameIn(value: unknown): UserChanges {
  if (value === null) return { givenName: null, familyName: null }
  const parts = [...fieldsOf(value)].filter(([name]) => name !== 'formatted')
  return Object.assign({}, ...parts.map(([name, part]) => toldBy(`name.${name}`, part)))
}

const textMax = 256
const nameMax = 64

function textIn(attribute: string, value: unknown, max = textMax): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text !== '' && text.length <= max) return text
  throw new ScimError('invalidValue', `\`${attribute}\` must be text of at most ${max} characters.`)
}

export function textOrNull(attribute: string, value: unknown, max = textMax): string | null {
  return value === null || value === '' || value === undefined ? null : textIn(attribute, value, max)
}

/** Entra ID sends booleans as strings. */
function booleanIn(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text === 'true' || text === 'false') return text === 'true'
  throw new ScimError('invalidValue', '`active` must be true or false.')
}

/** The primary address, or else the one for work, or else the first. */
function addressIn(value: unknown): string {
  const listed = (Array.isArray(value) ? value : [value]).slice(0, addressesMax).map((one) => {
    const fields = typeof one === 'string' ? new Map([['value', one as unknown]]) : fieldsOf(one)
    return { value: fields.get('value'), isPrimary: fields.get('primary') === true, type: fields.get('type') }
  })
  const chosen = listed.find(({ isPrimary }) => isPrimary) ?? listed.find(({ type }) => type === 'work')
  const address = (chosen ?? listed[0])?.value
  if (typeof address === 'string' && isAddress(address)) return address.toLowerCase()
  throw new ScimError('invalidValue', '`emails` has no valid e-mail address.')
}

const addressesMax = 20

function isAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>",;:\\]+@[^\s@<>",;:\\.]+(?:\.[^\s@<>",;:\\.]+)+$/.test(text)
}

/** What a provider says about a group. */
export interface GroupChanges {
  readonly displayName?: string
  readonly externalId?: string | null
  readonly members?: MemberChanges
}

/** `add` and `remove` have no member in common. */
export interface MemberChanges {
  /** Whether everybody who is not in `add` leaves. */
  readonly isWhole: boolean
  readonly add: ReadonlySet<string>
  readonly remove: ReadonlySet<string>
}

/** The members of one set that are not in another. */
export function without(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((member) => !other.has(member))
}

/** A group as a whole, from POST or PUT. */
export function groupIn(body: unknown): GroupChanges & { readonly displayName: string } {
  const fields = fieldsOf(body)
  const add = new Set(memberIds(fields.get('members') ?? []))
  return {
    displayName: groupName(fields.get('displayname')),
    externalId: textOrNull('externalId', fields.get('externalid')),
    members: { isWhole: true, add, remove: new Set() },
  }
}

export function groupName(value: unknown): string {
  return textIn('displayName', value, nameMax)
}

export function memberIds(value: unknown): string[] {
  const listed = Array.isArray(value) ? value : [value]
  if (listed.length > membersMax) {
    throw new ScimError('tooMany', `A request can name ${membersMax} members. Send several requests.`)
  }
  return listed.map((one) =>
    textIn('members.value', typeof one === 'string' ? one : fieldsOf(one).get('value')),
  )
}

const membersMax = 10_000
