import type { Content, ObjectStore, PageRecord } from '@stemma/content'
import type { Database } from '../../../db/database.ts'
import type { Key } from './store.ts'

/** A pass over the pages of a space towards the target content. */
export interface Walk {
  readonly db: Database
  readonly key: Key
  readonly store: ObjectStore
  readonly language: string | null
  readonly target: Content
}

export interface Placed {
  readonly id: string
  readonly record: PageRecord
  readonly path: string
}
