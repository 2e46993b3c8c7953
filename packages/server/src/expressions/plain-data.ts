/** What an expression can hold: data as JSON has it, and undefined for what is missing. */
export type Value = Primitive | readonly unknown[] | PlainObject
export type Primitive = string | number | boolean | null | undefined
type PlainObject = Readonly<Record<string, unknown>>

/** The value, or undefined where it is not plain data: an instance of a class, a function, a symbol. */
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

/** A property that the value itself has: nothing is inherited, and no getter runs. */
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

/** As JavaScript writes the index of an item. */
export function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(key)
}

function isPlain(value: object): value is PlainObject {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
