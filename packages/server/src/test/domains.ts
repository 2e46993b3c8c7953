import { inTransaction } from '../db/transaction.ts'
import { checkDomain, prepareDomain } from '../resources/organizations/domains/jobs.ts'
import type { Server } from './harness.ts'

/** Marks a domain as verified for an organization, as the operator's command does. */
export async function givenVerifiedDomain(
  { db }: Pick<Server, 'db'>,
  organizationId: string,
  domain: string,
) {
  const now = new Date().toISOString()
  const state = { verified_at: now, vouched: true }
  await db
    .insertInto('email_domains')
    .values({ organization_id: organizationId, domain, token: 'token', asked_at: now, ...state })
    .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doUpdateSet(state))
    .execute()
}

/** Runs the work of the job that checks a domain. */
export async function checkNow(server: Server, organizationId: string, domain: string) {
  const key = { organizationId, domain }
  const prepared = await prepareDomain(key, server)
  await inTransaction(server.db, { repeatable: true }, (db) =>
    checkDomain(key, { ...server, ...server.config, db, now: new Date().toISOString(), prepared }),
  )
}
