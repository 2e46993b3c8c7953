import type { Page } from '@stemma/contract'
import { findPage } from '../../../screens/space/place.ts'

/** Something that an expression can name, and its value. */
export interface Variable {
  readonly expression: string
  readonly value: string
}

interface Content {
  readonly variables?: Readonly<Record<string, string>> | undefined
  readonly pages: readonly Page[]
}

/** The variables of a space, then those of one of its pages. */
export function variablesOf({ variables, pages }: Content, pageId: string): readonly Variable[] {
  const page = findPage(pages, pageId)
  const own = page !== undefined && 'variables' in page ? page.variables : undefined
  return [...named('space.vars', variables), ...named('page.vars', own)]
}

function named(owner: string, variables: Readonly<Record<string, string>> = {}): readonly Variable[] {
  return Object.entries(variables).map(([name, value]) => ({
    expression: /^[A-Za-z_$][\w$]*$/.test(name) ? `${owner}.${name}` : `${owner}[${JSON.stringify(name)}]`,
    value,
  }))
}

const choicesMax = 8

/** Variables whose name or value has the words, and last the words themselves: they may be an expression. */
export function variableChoices(all: readonly Variable[], words: string): readonly Variable[] {
  const wanted = words.trim()
  const has = (text: string) => text.toLowerCase().includes(wanted.toLowerCase())
  const found = all.filter(({ expression, value }) => has(expression) || has(value)).slice(0, choicesMax)
  const isNew = wanted !== '' && found.every(({ expression }) => expression !== wanted)
  return isNew ? [...found, { expression: wanted, value: '' }] : found
}
