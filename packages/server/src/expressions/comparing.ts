import type { Term } from './expression.ts'
import { ExpressionError } from './expression-error.ts'
import { didYouMean } from './suggestion.ts'
import { canEqual, kindName, type TermType, type TextType } from './types.ts'

const valuesShownMax = 10

export interface Side {
  readonly term: Term
  readonly type: TermType
  /** The source as written. */
  readonly text: string
}

interface Manner {
  readonly loose: boolean
  readonly verb: 'be' | 'include'
}

/** Rejects a comparison that can never be true, usually because a value is misspelled. */
export function requireComparable(left: Side, right: Side, manner: Manner): void {
  if (left.term.form === 'literal' && right.term.form === 'literal') return
  if (canEqual(left.type, right.type, manner)) return
  const [subject, other] = left.term.form === 'literal' ? [right, left] : [left, right]
  const never = `${subject.text} can never ${manner.verb} ${other.text}.`
  throw new ExpressionError(`${never} ${adviceOf(subject.type, other)}`, other.term)
}

function adviceOf(subject: TermType, other: Side): string {
  if (subject.kind === 'array') return 'To look for an item of an array, use includes.'
  if (other.type.kind === 'array') return `To look for an item of an array, write ${other.text}.includes(…).`
  if (subject.kind !== 'string' || other.type.kind !== 'string') {
    return `One is ${kindName(subject)}, the other ${kindName(other.type)}. Compare like with like.`
  }
  return valuesAdvice(subject, other.type)
}

function valuesAdvice({ values = [] }: TextType, { values: [wrong = ''] = [] }: TextType): string {
  const suggestion = didYouMean(wrong, values, "'").trim()
  if (suggestion !== '') return suggestion
  const shown = values.slice(0, valuesShownMax).map((value) => `'${value}'`)
  return `It can be ${shown.join(', ')}${values.length > valuesShownMax ? ' and others' : ''}.`
}
