import type { Addresses } from '../../../common/addresses.ts'
import { ApiError } from '../../../common/errors.ts'
import type { Scene } from '../../../events/emit.ts'
import type { Attributes, Resource } from './attributes.ts'
import { ScimError } from './errors.ts'
import { parseFilter } from './filter.ts'
import type { Page } from './store.ts'

/** A request of an identity provider, whose token is valid. Its `home` is the organization. */
export interface Provisioning extends Scene {
  readonly addresses: Addresses
  readonly scimTokenId: string
}

export interface Input {
  /** The ID in the path; empty if there is none. */
  readonly id: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Answer {
  readonly status: 200 | 201 | 204
  readonly body?: Resource
  readonly location?: string
}

export type Handle = (input: Input, at: Provisioning) => Promise<Answer>

export function notFound(what: string): ApiError {
  return new ApiError('not_found', `There is no such ${what} in the organization.`)
}

const pageMax = 200
const pageDefault = 100

/** The page that a list asks for. The first item has the number 1. */
export function pageIn(
  query: Input['query'],
  attributes: Attributes,
): Page & { readonly startIndex: number } {
  const startIndex = Math.max(1, integerIn('startIndex', query.startIndex ?? '1'))
  const count = integerIn('count', query.count ?? String(pageDefault))
  return {
    filter: query.filter === undefined ? undefined : parseFilter(query.filter, attributes),
    startIndex,
    offset: startIndex - 1,
    limit: Math.min(Math.max(0, count), pageMax),
  }
}

function integerIn(name: string, text: string): number {
  if (/^-?\d{1,9}$/.test(text)) return Number(text)
  throw new ScimError('invalidValue', `\`${name}\` must be an integer.`)
}
