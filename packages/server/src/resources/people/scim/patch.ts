import { attributeOf, fieldsOf, userAttributes } from './attributes.ts'
import {
  type GroupChanges,
  groupName,
  type MemberChanges,
  memberIds,
  textOrNull,
  toldBy,
  type UserChanges,
  without,
} from './bodies.ts'
import { ScimError } from './errors.ts'
import { type Filter, parseFilter } from './filter.ts'

/** One operation of a PATCH, on one attribute. */
interface Step {
  readonly op: 'add' | 'replace' | 'remove'
  /** In lower case. */
  readonly attribute: string
  /** The filter in brackets, if there is one. */
  readonly where?: Filter
  readonly value: unknown
}

const operationsMax = 1000

/** The operations of a PATCH. One without a path has an operation for each of its fields. */
function stepsIn(body: unknown): readonly Step[] {
  const operations = fieldsOf(body).get('operations')
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > operationsMax) {
    const message = `\`Operations\` must be a list of at most ${operationsMax} operations.`
    throw new ScimError('invalidSyntax', message)
  }
  return operations.flatMap((one): Step | Step[] => {
    const fields = fieldsOf(one)
    const [op, path, value] = [opIn(fields.get('op')), fields.get('path'), fields.get('value')]
    if (typeof path === 'string' && path !== '') return { op, value, ...pathOf(path) }
    if (op === 'remove') throw new ScimError('noTarget', '`remove` needs a `path`.')
    return [...fieldsOf(value)].map(([attribute, part]) => ({ op, attribute, value: part }))
  })
}

/** Entra ID writes the names of operations with a capital. */
function opIn(value: unknown): Step['op'] {
  const op = String(value).toLowerCase()
  if (op === 'add' || op === 'replace' || op === 'remove') return op
  throw new ScimError('invalidSyntax', '`op` must be add, replace or remove.')
}

/** `attribute`, `attribute.part`, `attribute[filter]` or `attribute[filter].part`. */
function pathOf(path: string): Pick<Step, 'attribute' | 'where'> {
  const open = path.indexOf('[')
  if (open === -1) return { attribute: requireName(attributeOf(path)) }
  const close = path.lastIndexOf(']')
  const name = requireName(attributeOf(path.slice(0, open)))
  const part = path.slice(close + 1)
  if (close < open || (part !== '' && !part.startsWith('.'))) throw invalidPath(path)
  const attribute = requireName(`${name}${part.toLowerCase()}`)
  const filter = path.slice(0, close + 1).slice(open)
  return { attribute, ...(filterable.has(name) && { where: parseFilter(`${name}${filter}`, inBrackets) }) }
}

const inBrackets = { ...userAttributes, 'members.value': 'exact' } as const
const filterable: ReadonlySet<string> = new Set(['emails', 'members'])

function requireName(name: string): string {
  if (name.length <= 256 && /^[a-z][\w$.:-]*$/.test(name)) return name
  throw invalidPath(name)
}

function invalidPath(path: string) {
  return new ScimError('invalidPath', `\`path\` can't be read: ${path.slice(0, 100)}`)
}

export function userChangesIn(body: unknown): UserChanges {
  return Object.assign({}, ...stepsIn(body).map(changesOf))
}

function changesOf({ op, attribute, where, value }: Step): UserChanges {
  if (where !== undefined && !isWorkAddress(where)) return {}
  if (op !== 'remove') return toldBy(attribute, value)
  if (['username', 'emails', 'emails.value', 'active'].includes(attribute)) {
    throw new ScimError('mutability', `\`${attribute}\` can't be removed. Replace it.`)
  }
  return toldBy(attribute, null)
}

/** An account has one address, the one for work. What is said about others is not kept. */
function isWorkAddress(filter: Filter): boolean {
  if (filter.op === 'and') return isWorkAddress(filter.left) && isWorkAddress(filter.right)
  if (filter.op !== 'eq') return false
  const { attribute, value } = filter
  if (attribute === 'emails.primary') return value === true
  return attribute === 'emails.type' && String(value).toLowerCase() === 'work'
}

export function groupChangesIn(body: unknown): GroupChanges {
  let changes: GroupChanges = {}
  for (const step of stepsIn(body)) changes = { ...changes, ...groupChange(changes.members, step) }
  return changes
}

function groupChange(members: MemberChanges | undefined, step: Step): GroupChanges {
  const { op, attribute, value } = step
  switch (attribute) {
    case 'displayname':
      return { displayName: groupName(value) }
    case 'externalid':
      return { externalId: op === 'remove' ? null : textOrNull(attribute, value) }
    case 'members':
    case 'members.value':
      return { members: memberChange(members ?? nothing, step) }
    default:
      return {}
  }
}

const nothing: MemberChanges = { isWhole: false, add: new Set(), remove: new Set() }

/** The changes so far and one more, so that the last word about a member counts. */
function memberChange({ isWhole, add, remove }: MemberChanges, { op, where, value }: Step): MemberChanges {
  if (op === 'replace') return { isWhole: true, add: new Set(memberIds(value)), remove: new Set() }
  if (op === 'remove' && where === undefined && value == null) return { ...nothing, isWhole: true }
  const named = new Set(where === undefined ? memberIds(value) : [memberIn(where)])
  return op === 'add'
    ? { isWhole, add: new Set([...add, ...named]), remove: new Set(without(remove, named)) }
    : { isWhole, add: new Set(without(add, named)), remove: new Set([...remove, ...named]) }
}

function memberIn(filter: Filter): string {
  const isOne = filter.op === 'eq' && filter.attribute === 'members.value'
  if (isOne && typeof filter.value === 'string') return filter.value
  throw new ScimError('invalidPath', 'Members are removed by `members[value eq "…"]`.')
}
