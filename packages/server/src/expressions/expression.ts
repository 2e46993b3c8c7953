import type { Method } from './methods.ts'

/** Parsed and checked: it names only what its scope declares, and does only what is allowed. */
export interface Expression {
  readonly source: string
  readonly root: Term
}

/** Offsets in the source; the end is after the last character. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** All that an expression can be made of: what has no form here cannot be evaluated. */
export type Term = Place &
  (
    | { readonly form: 'literal'; readonly value: string | number | boolean | null | undefined }
    | { readonly form: 'template'; readonly texts: readonly string[]; readonly parts: readonly Term[] }
    | { readonly form: 'list'; readonly items: readonly Term[] }
    | { readonly form: 'name'; readonly name: string }
    | { readonly form: 'parameter'; readonly slot: number }
    | { readonly form: 'property'; readonly object: Term; readonly key: Key }
    | { readonly form: 'unary'; readonly operator: UnaryOperator; readonly operand: Term }
    | ({ readonly form: 'binary'; readonly operator: BinaryOperator } & Sides)
    | ({ readonly form: 'logical'; readonly operator: LogicalOperator } & Sides)
    | { readonly form: 'choice'; readonly test: Term; readonly yes: Term; readonly no: Term }
    | Call
    | Each
  )

/** A call of a method that takes a value or nothing. */
export interface Call extends Place {
  readonly form: 'call'
  readonly method: Exclude<Method, EachMethod>
  readonly object: Term
  readonly argument: Term | undefined
}

/** A call of a method that asks something of every item, which stands in a slot meanwhile. */
export interface Each extends Place {
  readonly form: 'each'
  readonly method: EachMethod
  readonly object: Term
  readonly slot: number
  readonly body: Term
}

/** The name of a property, and where it is written. */
export interface Key extends Place {
  readonly text: string
}

interface Sides {
  readonly left: Term
  readonly right: Term
}

type EachMethod = 'some' | 'every'
export type UnaryOperator = (typeof unaryOperators)[number]
export type BinaryOperator = (typeof binaryOperators)[number]
export type LogicalOperator = '&&' | '||' | '??'

export const unaryOperators = ['!', '-', '+', 'typeof'] as const
export const binaryOperators = [
  '===',
  '!==',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  '/',
  '%',
  'in',
] as const
