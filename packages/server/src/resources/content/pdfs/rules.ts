import { hashOf } from '@stemma/content'
import { ApiError } from '../../../common/errors.ts'

export interface Asked {
  readonly page?: string
  readonly only?: boolean
}

/** `only` says something about a page, and so needs one. */
export function requireWhole({ page = '', only = false }: Asked): Required<Asked> {
  if (!only || page !== '') return { page, only }
  throw new ApiError('invalid_request', '`only` needs a page. Send its ID as `page`.')
}

/** All that a PDF follows from: what has the same key is made once. */
export interface Ingredients extends Required<Asked> {
  readonly root: Buffer
  readonly title: string
  readonly language: string | null
  /** Of the revision; the cover shows its day. */
  readonly date: string
  /** What sets it. */
  readonly edition: string
}

export function keyOf(ingredients: Ingredients): Buffer {
  const { root, title, language, date, page, only, edition } = ingredients
  const parts = [root.toString('base64url'), title, language, date.slice(0, 10), page, only, edition]
  return Buffer.from(hashOf(Buffer.from(JSON.stringify(parts))), 'base64url')
}
