import { eventTypes } from '@stemma/contract'

/** A time in a form that PostgreSQL can read, limited to years 1–9999. Undefined if it can't be parsed. */
export function comparableTime(text: string): string | undefined {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return undefined
  return new Date(Math.min(Math.max(time, firstMs), lastMs)).toISOString()
}

/** `toISOString` writes years that don't fit four digits with a sign. */
const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]

/** An action is named after the kind of object that it changes, and its details have the object's ID. */
export function targetFieldOf(action: string): string {
  const [type = ''] = action.split('.')
  const name = type.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return otherFields.get(type) ?? `${name}Id`
}

const otherFields = new Map([
  ['member', 'userId'],
  ['openapi_spec', 'slug'],
  ['translation', 'translationSettingsId'],
])

/** The field with the ID of the target, by action. */
export const targetFields = Object.fromEntries(eventTypes.map((action) => [action, targetFieldOf(action)]))
