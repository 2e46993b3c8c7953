import type { ApiFailure } from '@stemma/client'
import { inTransaction } from '../db/transaction.ts'
import * as members from '../resources/people/members/store.ts'
import type { Organization, Person, Server } from './harness.ts'
import { refusalOf } from './recorded.ts'

/** The error for a request that starts after a member was removed, but before that is committed. */
export async function refusalWhileLeaving(
  { db }: Server,
  organization: Organization,
  person: Person,
  request: () => Promise<unknown>,
): Promise<ApiFailure> {
  const { refusal } = await inTransaction(db, { repeatable: false }, async (transaction) => {
    // As the server does: on a cluster, deleting a row does not lock it against `rowLock`.
    await members.lock(transaction, { organizationId: organization.id, userId: person.id })
    await transaction
      .deleteFrom('members')
      .where('organization_id', '=', organization.id)
      .where('user_id', '=', person.id)
      .execute()
    const begun = refusalOf(request())
    await new Promise((resolve) => setTimeout(resolve, 100))
    return { refusal: begun }
  })
  return refusal
}
