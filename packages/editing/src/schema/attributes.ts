import type { AttributeSpec } from 'prosemirror-model'

/** What an attribute may hold besides null, which means that the text doesn't say it. */
export type AttributeType = 'string' | 'number' | 'length' | 'boolean' | 'object' | 'list'

const tests: Readonly<Record<AttributeType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  length: (value) => typeof value === 'number' || typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: (value) => Array.isArray(value),
}

export function isOfType(value: unknown, type: AttributeType): boolean {
  return tests[type](value)
}

/** An attribute that may be null, and is null by default. */
export function optional(type: AttributeType): AttributeSpec {
  return { default: null, validate: validateAs((value) => value === null || isOfType(value, type), type) }
}

/** An attribute that always has a value. */
export function required(type: AttributeType, initial: unknown): AttributeSpec {
  return { default: initial, validate: validateAs((value) => isOfType(value, type), type) }
}

function validateAs(isValid: (value: unknown) => boolean, type: AttributeType): (value: unknown) => void {
  return (value) => {
    if (!isValid(value)) throw new RangeError(`Expected ${type}, received ${JSON.stringify(value)}.`)
  }
}
