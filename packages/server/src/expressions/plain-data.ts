/** A value in an expression: JSON data, or undefined if it is missing. */
export type Value = Primitive | readonly unknown[] | PlainObject
export type Primitive = string | number | boolean | null | undefined
type PlainObject = Readonly<Record<string, unknown>>

/** Returns undefined for anything that isn't plain data: class instances, functions, symbols. */
function toValue(value: unknown): Value {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'object':
      return value === null || Array.isArray(value) || isPlain(value) ? value : undefined
    default:
      return undefined
  }
}

/** Reads an own property only: nothing inherited, and no getter runs. */
export function propertyOf(value: Value, key: string): Value {
  if (typeof value === 'string') {
    if (key === 'length') return value.length
    return isIndex(key) ? value[Number(key)] : undefined
  }
  if (!isCompoundValue(value)) return undefined
  return toValue(Object.getOwnPropertyDescriptor(value, key)?.value)
}

export function itemOf(list: readonly unknown[], index: number): Value {
  return propertyOf(list, String(index))
}

export function hasProperty(value: Value, key: string): boolean {
  return isCompoundValue(value) && Object.hasOwn(value, key)
}

export function isList(value: Value): value is readonly unknown[] {
  return Array.isArray(value)
}

export function isCompoundValue(value: Value): value is readonly unknown[] | PlainObject {
  return typeof value === 'object' && value !== null
}

/** Whether it is an array index in the form that JavaScript writes it. */
export function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(key)
}

function isPlain(value: object): value is PlainObject {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
