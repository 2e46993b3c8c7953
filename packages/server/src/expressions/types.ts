/** The declared type of a value. It can express a JSON schema of plain data. */
export type ExpressionType =
  | ExpressionScope
  | { readonly kind: 'boolean' }
  | TextType
  | { readonly kind: 'number' }
  | { readonly kind: 'array'; readonly items: ExpressionType }
  | { readonly kind: 'any' }

/** The declared names. If `open` is set, others are allowed and not checked. */
export interface ExpressionScope {
  readonly kind: 'object'
  readonly properties: Readonly<Record<string, ExpressionType>>
  readonly open?: boolean
}

/** A string, or one of the listed values. */
export interface TextType {
  readonly kind: 'string'
  readonly values?: readonly string[]
}

/** The type of a term, which may also be null or undefined. Values of any type can be missing. */
export type TermType =
  | ExpressionType
  | { readonly kind: 'nothing' }
  | { readonly kind: 'array'; readonly items: TermType }

/** The type of a term that has either of two types. */
export function eitherOf(one: TermType, other: TermType): TermType {
  if (one === other || other.kind === 'nothing') return one
  if (one.kind === 'nothing') return other
  if (one.kind === 'string' && other.kind === 'string') return eitherText(one, other)
  if (one.kind === 'array' && other.kind === 'array') {
    return { kind: 'array', items: eitherOf(one.items, other.items) }
  }
  return one.kind === other.kind && one.kind !== 'object' ? one : { kind: 'any' }
}

function eitherText(one: TextType, other: TextType): TextType {
  if (one.values === undefined || other.values === undefined) return { kind: 'string' }
  return { kind: 'string', values: [...new Set([...one.values, ...other.values])] }
}

/** Whether `===` (or `==` if loose) can ever be true. With `any`, null or undefined it always can. */
export function canEqual(one: TermType, other: TermType, { loose }: { readonly loose: boolean }): boolean {
  if (isUnchecked(one) || isUnchecked(other)) return true
  if (one.kind === 'string' && other.kind === 'string') return canBeSameText(one, other)
  if (one.kind === other.kind) return true
  if (!loose || isCompound(one) || isCompound(other)) return false
  return isNumeric(one) && isNumeric(other)
}

function isUnchecked({ kind }: TermType): boolean {
  return kind === 'any' || kind === 'nothing'
}

function canBeSameText(one: TextType, other: TextType): boolean {
  if (one.values === undefined || other.values === undefined) return true
  const values = new Set(other.values)
  return one.values.some((value) => values.has(value))
}

/** With `==`, a string equals a number or boolean only if it is numeric. */
function isNumeric(type: TermType): boolean {
  if (type.kind !== 'string' || type.values === undefined) return true
  return type.values.some((value) => !Number.isNaN(Number(value)))
}

/** Converting these to a number or string gives nothing useful. */
export function isCompound({ kind }: TermType): boolean {
  return kind === 'object' || kind === 'array'
}

export function kindName({ kind }: TermType): string {
  return kindNames[kind]
}

const kindNames: Readonly<Record<TermType['kind'], string>> = {
  any: 'a value',
  array: 'an array',
  boolean: 'a boolean',
  nothing: 'missing',
  number: 'a number',
  object: 'an object',
  string: 'a string',
}
