import type { AuditEvent } from '@stemma/contract'

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
})

/** Logs of several servers are compared by it, so it is the same for every reader. */
export function momentOf({ createdAt }: AuditEvent): string {
  return moment.format(new Date(createdAt)).replace(',', '')
}

/** Whatever an entry is best known by, in this order. */
const names = [
  'subject',
  'title',
  'name',
  'displayName',
  'label',
  'hostname',
  'domain',
  'email',
  'url',
  'path',
]

/** What an entry is about, in a few words: the name of the thing, and what it became. */
export function aboutOf({ details, target }: AuditEvent, nameOf: (id: string) => string | undefined): string {
  const number = typeof details.number === 'number' ? `#${details.number}` : undefined
  const named = names.map((name) => details[name]).find((value) => typeof value === 'string' && value !== '')
  const known = nameOf(target.id)
  const thing = [number, named ?? known].filter(Boolean).join(' ')
  const changes = sidesOf(details).map(({ name, before, after }) => `${name}: ${before} → ${after}`)
  const words = thing === '' ? `${target.type.replaceAll('_', ' ')} ${target.id}` : thing
  return changes.length === 0 ? words : `${words} (${changes.join(', ')})`
}

interface Side {
  readonly name: string
  readonly before: string
  readonly after: string
}

/** Entries about edits have the settings before and after. */
export function sidesOf({ before, after }: AuditEvent['details']): readonly Side[] {
  if (!isRecord(before) || !isRecord(after)) return []
  // What was before can be all of the thing; what is after is what was set.
  return Object.keys(after)
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => ({ name, before: inText(before[name]), after: inText(after[name]) }))
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function inText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
