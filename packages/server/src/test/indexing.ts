import { inTransaction } from '../db/transaction.ts'
import { indexSome } from '../resources/content/search-index/indexing.ts'
import type { Server } from './harness.ts'

/** Runs the work of the indexing job until the index of a space is up to date. */
export async function indexNow({ db }: Pick<Server, 'db'>, organizationId: string, spaceId: string) {
  const some = () =>
    inTransaction(db, { repeatable: true }, (transaction) =>
      indexSome(transaction, { organizationId, spaceId }),
    )
  while ((await some()) === 'more');
}
