import type { Method } from './methods.ts'

/** A parsed and checked expression: it uses only declared names and allowed operations. */
export interface Expression {
  readonly source: string
  readonly root: Term
}

/** Offsets in the source; `end` is exclusive. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** All allowed forms; nothing else can be evaluated. */
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

/** A method call with one argument or none. */
export interface Call extends Place {
  readonly form: 'call'
  readonly method: Exclude<Method, EachMethod>
  readonly object: Term
  readonly argument: Term | undefined
}

/** A call of `some` or `every`. The current item is in a slot. */
export interface Each extends Place {
  readonly form: 'each'
  readonly method: EachMethod
  readonly object: Term
  readonly slot: number
  readonly body: Term
}

/** The name of a property, and its position. */
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
