import { randomBytes } from 'node:crypto'
import type { EmailDomain, PageQuery } from '@stemma/contract'
import { sql, type Updateable } from 'kysely'
import type { Database } from '../../db/database.ts'
import { paginate } from '../../db/paginate.ts'
import type { Tables } from '../../db/tables.ts'
import { enqueue } from '../../jobs/enqueue.ts'

export interface Key {
  readonly organizationId: string
  readonly domain: string
}

const columns = [
  'domain',
  'token',
  'asked_at as askedAt',
  'checked_at as checkedAt',
  'verified_at as verifiedAt',
  'missing_since as missingSince',
  'vouched',
] as const

export interface EmailDomainRow {
  readonly domain: string
  readonly token: string
  readonly askedAt: string
  readonly checkedAt: string | null
  readonly verifiedAt: string | null
  readonly missingSince: string | null
  readonly vouched: boolean
}

export function toEmailDomain(row: EmailDomainRow): EmailDomain {
  const { domain, checkedAt, verifiedAt, missingSince } = row
  return {
    object: 'email-domain',
    domain,
    status: verifiedAt === null ? 'pending' : 'verified',
    record: recordOf(row),
    ...(checkedAt && { checkedAt }),
    ...(verifiedAt && { verifiedAt }),
    ...(missingSince && { missingSince }),
  }
}

export function recordOf({ domain, token }: Pick<EmailDomainRow, 'domain' | 'token'>) {
  return { type: 'TXT', name: `_stemma-challenge.${domain}`, value: `stemma-verification=${token}` } as const
}

/** Whether the owner of a domain agreed that this organization speaks for its addresses. */
export async function isVerifiedDomain(db: Database, organizationId: string, domain: string) {
  return (await verifiedAmong(db, organizationId, [domain])).has(domain.toLowerCase())
}

export async function verifiedAmong(db: Database, organizationId: string, domains: readonly string[]) {
  const rows = await db
    .selectFrom('email_domains')
    .select('domain')
    .where('organization_id', '=', organizationId)
    .where((eb) => eb('domain', '=', eb.fn.any(eb.val(domains.map((domain) => domain.toLowerCase())))))
    .where('verified_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ domain }) => domain))
}

export function list(db: Database, organizationId: string, page: PageQuery) {
  const query = db.selectFrom('email_domains').select(columns).where('organization_id', '=', organizationId)
  const keys = [{ column: 'domain', field: 'domain', kind: 'text' }] as const
  return paginate(query, page, { direction: 'asc', keys })
}

export function find(db: Database, key: Key): Promise<EmailDomainRow | undefined> {
  return ofOne(db.selectFrom('email_domains').select(columns), key).executeTakeFirst()
}

export function lock(db: Database, key: Key): Promise<EmailDomainRow | undefined> {
  return ofOne(db.selectFrom('email_domains').select(columns), key).forUpdate().executeTakeFirst()
}

export function update(db: Database, key: Key, changes: Updateable<Tables['email_domains']>) {
  return ofOne(db.updateTable('email_domains').set(changes), key).returning(columns).executeTakeFirstOrThrow()
}

/** Makes these the domains of an organization; those that are new are looked for from now on. */
export async function replaceAll(
  db: Database,
  organizationId: string,
  domains: readonly string[],
  now: string,
) {
  await sql`delete from email_domains
    where organization_id = ${organizationId} and domain <> all (${[...domains]}::text[])`.execute(db)
  const rows = domains.map((domain) => {
    const token = randomBytes(16).toString('hex')
    return { organization_id: organizationId, domain, token, asked_at: now }
  })
  if (rows.length === 0) return
  const added = await db
    .insertInto('email_domains')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['organization_id', 'domain']).doNothing())
    .returning('domain')
    .execute()
  for (const { domain } of added) await askForCheck(db, { organizationId, domain })
}

/** One that waits is enough: asking again only says when. */
export async function askForCheck(db: Database, key: Key, when: { readonly runAt?: string } = {}) {
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
