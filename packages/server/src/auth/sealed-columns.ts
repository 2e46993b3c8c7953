import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Seals } from './sealing.ts'

/** All columns with encrypted secrets, and the columns that identify the row and the organization. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'signing_keys', column: 'secret', row: 'purpose', organization: null },
  { table: 'sites', column: 'auth_private_key', row: 'id', organization: 'organization_id' },
  { table: 'saml_keys', column: 'private_key', row: 'organization_id', organization: 'organization_id' },
  { table: 'oidc_providers', column: 'client_secret', row: 'id', organization: 'organization_id' },
  { table: 'site_share_links', column: 'key', row: 'id', organization: 'organization_id' },
  {
    table: 'integration_scripts',
    column: 'secrets',
    row: 'integration_name',
    organization: 'organization_id',
  },
  { table: 'installations', column: 'configuration', row: 'id', organization: 'organization_id' },
  { table: 'space_installations', column: 'configuration', row: 'id', organization: 'organization_id' },
  { table: 'site_installations', column: 'configuration', row: 'id', organization: 'organization_id' },
  { table: 'webhooks', column: 'secret', row: 'id', organization: 'organization_id' },
  { table: 'webhooks', column: 'secret_before', row: 'id', organization: 'organization_id' },
  { table: 'factors', column: 'secret', row: 'id', organization: null },
  { table: 'mails', column: 'secret', row: 'id', organization: 'organization_id' },
]

export interface SealedColumn {
  readonly table: keyof Tables
  readonly column: string
  readonly row: string
  /** Null if the secret belongs to the installation. */
  readonly organization: string | null
}

/**
 * Re-encrypts outdated secrets in the next batch of rows, and returns the last row of the batch. Rows are not
 * locked, because a cluster can't lock rows of several shards: a secret is replaced only if it is still the
 * one that was read, and the batch is read again if another one is there.
 */
export async function sealAgain(
  db: Database,
  seals: Seals,
  sealed: SealedColumn,
  after: Place | undefined,
): Promise<{ readonly renewed: number; readonly last: Place | undefined }> {
  const rows = await rowsAfter(db, sealed, after)
  let [renewed, missed] = [0, 0]
  for (const { organizationId, row, secret } of rows) {
    if (!seals.isOutdated(secret)) continue
    const place = { table: sealed.table, row, organizationId }
    const fresh = seals.seal(seals.open(secret, place), place)
    if (await replace(db, sealed, { organizationId, row, secret }, fresh)) renewed++
    else missed++
  }
  if (missed === 0) return { renewed, last: rows.at(-1) }
  const again = await sealAgain(db, seals, sealed, after)
  return { ...again, renewed: renewed + again.renewed }
}

interface Place {
  readonly organizationId: string
  readonly row: string
}

interface Kept extends Place {
  readonly secret: string
}

async function rowsAfter(db: Database, { table, column, row, organization }: SealedColumn, after?: Place) {
  const owner = organization === null ? sql`''` : sql.ref(organization)
  const { rows } = await sql<Kept>`
    select ${owner} as "organizationId", ${sql.ref(row)} as row, ${sql.ref(column)} as secret
    from ${sql.table(table)}
    where (${owner}, ${sql.ref(row)}) > (${after?.organizationId ?? ''}, ${after?.row ?? ''})
      and ${sql.ref(column)} is not null
    order by 1, 2 limit ${rowsAtOnce}`.execute(db)
  return rows
}

const rowsAtOnce = 500

/** Whether the secret was still there to be replaced. */
async function replace(
  db: Database,
  { table, column, row, organization }: SealedColumn,
  kept: Kept,
  fresh: string,
): Promise<boolean> {
  const there = organization === null ? sql`true` : sql`${sql.ref(organization)} = ${kept.organizationId}`
  const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${fresh}
    where ${there} and ${sql.ref(row)} = ${kept.row} and ${sql.ref(column)} = ${kept.secret}`.execute(db)
  return numAffectedRows === 1n
}
