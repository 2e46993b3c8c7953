import { randomBytes } from 'node:crypto'
import type { EmailDomain, PageQuery } from '@stemma/contract'
import { sql, type Updateable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { rowLock } from '../../../db/row-lock.ts'
import type { Tables } from '../../../db/tables.ts'
import { enqueue } from '../../../jobs/enqueue.ts'

export interface Key {
  readonly organizationId: string
  readonly domain: string
}

/** The purpose for which an organization lists a domain. One DNS record verifies it for both purposes. */
export type Purpose = 'email' | 'sites'

const flags = { email: 'for_email', sites: 'for_sites' } as const

const columns = [
  'domain',
  'token',
  'asked_at as askedAt',
  'checked_at as checkedAt',
  'verified_at as verifiedAt',
  'missing_since as missingSince',
  'problem',
  'next_check_at as nextCheckAt',
  'vouched',
] as const

export interface DomainRow {
  readonly domain: string
  readonly token: string
  readonly askedAt: string
  readonly checkedAt: string | null
  readonly verifiedAt: string | null
  readonly missingSince: string | null
  readonly problem: string | null
  readonly nextCheckAt: string | null
  readonly vouched: boolean
}

type Problem = NonNullable<EmailDomain['problem']>['code']

export function toEmailDomain(row: DomainRow): EmailDomain {
  return { object: 'email-domain', ...toProof(row) }
}

export function toProof(row: DomainRow): Omit<EmailDomain, 'object'> {
  const { domain, checkedAt, verifiedAt, missingSince, nextCheckAt } = row
  const problem = row.problem as Problem | null
  const isWaiting = nextCheckAt !== null || problem === null
  return {
    domain,
    status: verifiedAt !== null ? 'verified' : isWaiting ? 'pending' : 'failed',
    ...(problem && { problem: { code: problem, message: messages[problem](recordOf(row).name) } }),
    record: recordOf(row),
    ...(checkedAt && { checkedAt }),
    ...(nextCheckAt && { nextCheckAt }),
    ...(verifiedAt && { verifiedAt }),
    ...(missingSince && { missingSince }),
  }
}

const messages: Readonly<Record<Problem, (name: string) => string>> = {
  record_missing: (name) => `There is no TXT record at ${name}. New records can take hours to appear.`,
  record_differs: (name) => `The TXT records at ${name} have other values. Add the value of this one.`,
  dns_unreachable: (name) => `The DNS servers of ${name} didn't respond.`,
}

export function recordOf({ domain, token }: Pick<DomainRow, 'domain' | 'token'>) {
  return { type: 'TXT', name: `_stemma-challenge.${domain}`, value: `stemma-verification=${token}` } as const
}

/** Whether the domain's owner has authorized this organization to act for its e-mail addresses. */
export async function isVerifiedDomain(db: Database, organizationId: string, domain: string) {
  return (await verifiedAmong(db, organizationId, [domain])).has(domain.toLowerCase())
}

export async function verifiedAmong(db: Database, organizationId: string, domains: readonly string[]) {
  const rows = await db
    .selectFrom('email_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where((eb) => eb('domain', '=', eb.fn.any(eb.val(domains.map((domain) => domain.toLowerCase())))))
    .where('for_email', '=', true)
    .where('verified_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ domain }) => domain))
}

export function list(db: Database, organizationId: string, purpose: Purpose, page: PageQuery) {
  const query = db
    .selectFrom('email_domains')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where(flags[purpose], '=', true)
  const keys = [{ column: 'domain', field: 'domain', kind: 'text' }] as const
  return paginate(query, page, { direction: 'asc', keys })
}

export function find(db: Database, key: Key): Promise<DomainRow | undefined> {
  return ofOne(db.selectFrom('email_domains').select(columns), key).executeTakeFirst()
}

/** Locks a domain for writing. With a purpose, only if the organization lists the domain for it. */
export async function lock(db: Database, key: Key, purpose?: Purpose): Promise<DomainRow | undefined> {
  return ofOne(db.selectFrom('email_domains').select(columns), key)
    .$if(purpose !== undefined, (query) => query.where(flags[purpose ?? 'email'], '=', true))
    .modifyEnd(await rowLock(db, 'for update', 'email_domains', [key.domain]))
    .executeTakeFirst()
}

export function update(db: Database, key: Key, changes: Updateable<Tables['email_domains']>) {
  return ofOne(db.updateTable('email_domains').set(changes), key).returning(columns).executeTakeFirstOrThrow()
}

/** Records that a check was requested, and enqueues it. */
export async function requestCheck(db: Database, key: Key, now: string) {
  const row = await update(db, key, { asked_at: now, next_check_at: now })
  await askForCheck(db, key)
  return row
}

/**
 * Replaces the domains that an organization lists for a purpose. Enqueues a check of each new one. A domain
 * that is no longer listed for any purpose is deleted, with its verification.
 */
export async function replaceAll(
  db: Database,
  { organizationId, purpose }: { readonly organizationId: string; readonly purpose: Purpose },
  domains: readonly string[],
  now: string,
) {
  const [flag, other] = [flags[purpose], flags[purpose === 'email' ? 'sites' : 'email']]
  const dropped = sql`organization_id = ${organizationId} and domain <> all (${[...domains]}::text[])
    and ${sql.ref(flag)}`
  await sql`delete from email_domains where ${dropped} and not ${sql.ref(other)}`.execute(db)
  await sql`update email_domains set ${sql.ref(flag)} = false where ${dropped}`.execute(db)
  const rows = domains.map((domain) => {
    const token = randomBytes(16).toString('hex')
    const named = { for_email: purpose === 'email', for_sites: purpose === 'sites' }
    return { organization_id: organizationId, domain, token, asked_at: now, next_check_at: now, ...named }
  })
  if (rows.length === 0) return
  const added = await db
    .insertInto('email_domains')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'domain'])
        .doUpdateSet({ [flag]: true })
        .where(`email_domains.${flag}`, '=', false),
    )
    .returning('domain')
    .execute()
  for (const { domain } of added) await askForCheck(db, { organizationId, domain })
}

/** There is at most one queued check per domain: enqueuing again only changes when it runs. */
export async function askForCheck(
  db: Database,
  key: Key,
  when: { readonly runAt?: string; readonly keepsTime?: boolean } = {},
) {
  const { organizationId, domain } = key
  const jobKey = `check_email_domain ${organizationId} ${domain}`
  await enqueue(db, 'check_email_domain', { organizationId, domain }, { key: jobKey, ...when })
}

function ofOne<Query extends { where(column: 'organization_id' | 'domain', is: '=', value: string): Query }>(
  query: Query,
  { organizationId, domain }: Key,
): Query {
  return query.where('organization_id', '=', organizationId).where('domain', '=', domain)
}
