import { inTransaction } from '../db/transaction.ts'
import { noteAddresses } from '../resources/content/search-index/addressing.ts'
import { indexSome } from '../resources/content/search-index/indexing.ts'
import type { Server } from './harness.ts'

/** Runs the work of the indexing job until the index of a space is up to date. */
export async function indexNow({ db }: Pick<Server, 'db'>, organizationId: string, spaceId: string) {
  const key = { organizationId, spaceId }
  const some = () =>
    inTransaction(db, { repeatable: true }, async (transaction) => {
      const done = [await indexSome(transaction, key), await noteAddresses(transaction, key)]
      return done.includes('more')
    })
  while (await some());
}
