import { hashOf } from '@stemma/content'
import { ApiError } from '../../../common/errors.ts'

export interface Asked {
  readonly page?: string
  readonly only?: boolean
}

/** `only` applies to a page, so it requires one. */
export function requireWhole({ page = '', only = false }: Asked): Required<Asked> {
  if (!only || page !== '') return { page, only }
  throw new ApiError('invalid_request', '`only` needs a page. Send its ID as `page`.')
}

/** Everything that a PDF depends on. Equal keys mean equal PDFs, which are made once. */
export interface Ingredients extends Required<Asked> {
  readonly root: Buffer
  readonly title: string
  readonly language: string | null
  /** The date of the revision, which the cover shows. */
  readonly date: string
  /** The version of the typesetter. */
  readonly edition: string
  /** The site whose visitors get it, and what they see of it. Absent for people who see everything. */
  readonly audience?: string
}

export function keyOf(ingredients: Ingredients): Buffer {
  const { root, title, language, date, page, only, edition, audience } = ingredients
  const whole = [root.toString('base64url'), title, language, date.slice(0, 10), page, only, edition]
  const parts = audience === undefined ? whole : [...whole, audience]
  return Buffer.from(hashOf(Buffer.from(JSON.stringify(parts))), 'base64url')
}
