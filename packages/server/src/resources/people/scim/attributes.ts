import { ScimError } from './errors.ts'

/** How the values of an attribute are compared: text without case, exactly, as a time, or as a boolean. */
type Kind = 'text' | 'exact' | 'time' | 'boolean'

/** The attributes that filters can name, in lower case. */
export type Attributes = Readonly<Record<string, Kind>>

export const userAttributes = {
  id: 'exact',
  username: 'text',
  externalid: 'exact',
  displayname: 'text',
  'name.givenname': 'text',
  'name.familyname': 'text',
  emails: 'text',
  'emails.value': 'text',
  'emails.type': 'text',
  'emails.primary': 'boolean',
  active: 'boolean',
  'meta.created': 'time',
  'meta.lastmodified': 'time',
} as const satisfies Attributes

export const groupAttributes = {
  id: 'exact',
  displayname: 'text',
  externalid: 'exact',
  members: 'exact',
  'members.value': 'exact',
  'meta.created': 'time',
  'meta.lastmodified': 'time',
} as const satisfies Attributes

/** An attribute's name in lower case, without the URN of the core schema. */
export function attributeOf(name: string): string {
  const lower = name.toLowerCase()
  const core = coreSchemas.find((schema) => lower.startsWith(schema))
  return core === undefined ? lower : lower.slice(core.length)
}

const coreSchemas = [
  'urn:ietf:params:scim:schemas:core:2.0:user:',
  'urn:ietf:params:scim:schemas:core:2.0:group:',
]

/** Which attributes a response has: only the named ones, or all but the named ones. */
export interface Selection {
  readonly only?: ReadonlySet<string>
  readonly without?: ReadonlySet<string>
}

export function selectionIn({ attributes, excludedAttributes }: Readonly<Record<string, string>>): Selection {
  return {
    ...(attributes !== undefined && { only: namesIn(attributes) }),
    ...(excludedAttributes !== undefined && { without: namesIn(excludedAttributes) }),
  }
}

function namesIn(list: string): ReadonlySet<string> {
  const names = list.slice(0, listMax).split(',')
  return new Set(names.map((name) => attributeOf(name.trim())).filter((name) => name !== ''))
}

const listMax = 2000

/** Whether a response has this attribute, or a part of it. */
export function isSelected({ only, without }: Selection, name: string): boolean {
  if (alwaysReturned.has(name)) return true
  if (only !== undefined) return [...only].some((one) => one === name || one.startsWith(`${name}.`))
  return !without?.has(name)
}

const alwaysReturned: ReadonlySet<string> = new Set(['id', 'schemas'])

export type Resource = Readonly<Record<string, unknown>>

export function select(resource: Resource, selection: Selection): Resource {
  const kept = Object.entries(resource).filter(([name]) => isSelected(selection, name.toLowerCase()))
  return Object.fromEntries(kept.map(([name, value]) => [name, partOf(name.toLowerCase(), value, selection)]))
}

/** Leaves out the sub-attributes that were not asked for. */
function partOf(name: string, value: unknown, selection: Selection): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    return name === 'schemas' ? value : value.map((one) => partOf(name, one, selection))
  }
  const { only, without } = selection
  return Object.fromEntries(
    Object.entries(value).filter(([part]) => {
      const path = `${name}.${part.toLowerCase()}`
      return only === undefined || only.has(name) ? !without?.has(path) : only.has(path)
    }),
  )
}

/** The fields of a JSON object by their names in lower case, because SCIM compares names without case. */
export function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ScimError('invalidSyntax', 'The body must be a JSON object. See RFC 7643 for its form.')
  }
  return new Map(Object.entries(value).map(([name, field]) => [attributeOf(name), field]))
}
