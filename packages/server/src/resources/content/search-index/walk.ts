import type { Content, ObjectStore, PageRecord } from '@stemma/content'
import type { Database } from '../../../db/database.ts'
import type { Key } from './store.ts'

/** A run over the pages of a space, up to the content that the index is to show. */
export interface Walk {
  readonly db: Database
  readonly key: Key
  readonly store: ObjectStore
  readonly language: string | null
  readonly target: Content
}

/** A page and its path. */
export interface Placed {
  readonly id: string
  readonly record: PageRecord
  readonly path: string
}
