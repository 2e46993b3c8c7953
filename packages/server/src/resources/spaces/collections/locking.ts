import type { Context } from '../../../common/context.ts'
import * as siblings from '../siblings/store.ts'
import { topOf } from './rules.ts'
import * as collections from './store.ts'

/** Locks the tree first, as moves and deletions do, which change more collections than one. */
export async function lockInTree({ db, home }: Context, collectionId: string) {
  await siblings.lockOrder(db, topOf(home))
  await collections.lock(db, collectionId)
}
