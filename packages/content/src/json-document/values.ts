import { recordOf, stringOf } from '../documents/print-nodes.ts'

/** The value if it is one of these words. */
export function oneOf<T extends string>(words: readonly T[], value: unknown): T | undefined {
  return words.find((word) => word === value)
}

/** A length in pixels, or with its unit; undefined if the text is not a length. */
export function lengthOf(value: unknown): number | { unit: string; value: number } | undefined {
  if (typeof value === 'number') return value
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,9})?)(%|[a-z]{1,4})$/.exec(stringOf(value) ?? '') ?? []
  return number === undefined || unit === undefined ? undefined : { unit, value: Number(number) }
}

/** A length as it is written in an attribute. */
export function lengthText(value: unknown): unknown {
  const { unit, value: number } = recordOf(value)
  return typeof number === 'number' && typeof unit === 'string' ? `${number}${unit}` : value
}

/** The entries whose value is defined. */
export function defined(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

/** The type of a heading of a level in Markdown, from 1 to 6: the title of a page is above all types. */
export function headingTypeOf(level: number): string {
  return `heading-${Math.min(Math.max(level - 1, 1), 3)}`
}

/** The level in Markdown that a type of heading usually has. */
export function headingLevelOf(type: string): number {
  return Number(type.slice(-1)) + 1
}
