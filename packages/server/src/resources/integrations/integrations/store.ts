import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql } from 'kysely'
import { joinedBy, type Viewing } from '../../../auth/levels.ts'
import type { SealedPlace } from '../../../auth/sealing.ts'
import type { Database } from '../../../db/database.ts'
import { containing, paginate } from '../../../db/paginate.ts'
import { rowLock } from '../../../db/row-lock.ts'
import type { Tables } from '../../../db/tables.ts'
import { domainsFor } from './rules.ts'

const columns = [
  'name',
  'organization_id as organizationId',
  'version',
  'title',
  'description',
  'summary',
  'visibility',
  'target',
  'scopes',
  'categories',
  'blocks',
  'content_sources as contentSources',
  'configurations',
  'external_links as externalLinks',
  'content_security_policy as contentSecurityPolicy',
  'icon',
  'preview_images as previewImages',
] as const

export interface Filter {
  readonly search?: string
  readonly category?: string
  readonly blockDomain?: string
  readonly blocks?: boolean
  readonly contentSources?: boolean
  readonly owner?: string
  readonly scope?: string
  readonly target?: string
}

/** Public integrations and those of the user's organizations, ordered by name. */
export function list(db: Database, viewer: Viewing, { page, limit, ...filter }: Filter & PageQuery) {
  const { search, category, blockDomain, blocks, contentSources, owner, scope, target } = filter
  const own = joinedBy(viewer, 'integrations')
  let query = published(db).where((eb) => eb.or([eb('visibility', '=', 'public'), own]))
  if (search !== undefined)
    query = query.where((eb) => eb.or([containing('name', search), containing('title', search)]))
  if (category !== undefined) query = query.where(holding('categories', category))
  if (blockDomain !== undefined) query = query.where(ofDomain(blockDomain.toLowerCase()))
  if (blocks !== undefined) query = query.where(sql<boolean>`(blocks <> '[]') = ${blocks}`)
  if (contentSources !== undefined)
    query = query.where(sql<boolean>`(content_sources <> '[]') = ${contentSources}`)
  if (owner !== undefined) query = query.where('organization_id', '=', owner)
  if (scope !== undefined) query = query.where(holding('scopes', scope))
  if (target !== undefined) query = query.where('target', 'in', [...new Set([target, 'all'])])
  const paging = page === undefined ? { limit } : { limit, page }
  return paginate(query, paging, { direction: 'asc', keys: byName })
}

const byName = [{ column: 'name', field: 'name', kind: 'text' }] as const

export function find(db: Database, name: string) {
  return published(db).where('name', '=', name).executeTakeFirst()
}

/** The published integrations with these names. */
export function findAll(db: Database, names: readonly string[]) {
  return published(db)
    .where((eb) => eb('name', '=', eb.fn.any(eb.val([...names]))))
    .execute()
}

export type IntegrationRow = NonNullable<Awaited<ReturnType<typeof find>>>

/** Locks the integration, so that it is neither republished nor unpublished before the commit. */
export async function hold(db: Database, name: string) {
  const held = await rowLock(db, 'for share', 'integrations', [name])
  return published(db).where('name', '=', name).modifyEnd(held).executeTakeFirst()
}

export async function lock(db: Database, name: string) {
  const locked = await rowLock(db, 'for update', 'integrations', [name])
  return db.selectFrom('integrations').select('name').where('name', '=', name).modifyEnd(locked).execute()
}

function published(db: Database) {
  return db.selectFrom('integrations').select(columns).where('unpublished_at', 'is', null)
}

/** A block for a domain also matches its subdomains, and the domain finds blocks of its subdomains. */
function ofDomain(domain: string) {
  return sql<boolean>`(block_domains && ${domainsFor(domain)}::text[] or exists (
    select from unnest(block_domains) one where starts_with(reverse(one), reverse(${`.${domain}`}))))`
}

function holding(column: string, value: string) {
  return sql<boolean>`${sql.ref(column)} @> array[${value}]`
}

/** Publishes an integration or its next version. Undefined if another organization owns the name. */
export function publish(db: Database, row: Omit<Insertable<Tables['integrations']>, 'version'>) {
  const { name: _name, organization_id: _owner, created_at: _createdAt, ...changes } = row
  return db
    .insertInto('integrations')
    .values({ ...row, version: 1 })
    .onConflict((one) =>
      one
        .column('name')
        .doUpdateSet({ ...changes, version: sql`integrations.version + 1`, unpublished_at: null })
        .whereRef('integrations.organization_id', '=', 'excluded.organization_id'),
    )
    .returning(columns)
    .executeTakeFirst()
}

/** Replaces the script of an integration and the secrets that it runs with. */
export async function keepScript(db: Database, { script, ...row }: NewScript) {
  const { organization_id, integration_name, ...rest } = row
  const kept = { ...rest, script: zstdCompressSync(script) }
  await db
    .insertInto('integration_scripts')
    .values({ organization_id, integration_name, ...kept })
    .onConflict((one) => one.columns(['organization_id', 'integration_name']).doUpdateSet(kept))
    .execute()
}

type NewScript = Omit<Tables['integration_scripts'], 'script'> & { readonly script: string }

/** The sealing context of an integration's secrets: they can be opened only for its owner. */
export function secretsPlace({ organizationId, name }: Owned): SealedPlace {
  return { table: 'integration_scripts', row: name, organizationId }
}

/** Deletes everything but the name and its owner. */
export async function unpublish(db: Database, { organizationId, name }: Owned, now: string) {
  const row = await db
    .updateTable('integrations')
    .set({ unpublished_at: now })
    .where('name', '=', name)
    .where('organization_id', '=', organizationId)
    .where('unpublished_at', 'is', null)
    .returning('version')
    .executeTakeFirst()
  if (row === undefined) return undefined
  await db
    .deleteFrom('integration_scripts')
    .where('organization_id', '=', organizationId)
    .where('integration_name', '=', name)
    .execute()
  return row
}

interface Owned {
  readonly organizationId: string
  readonly name: string
}

/** The images of an organization's integrations, by the ID under which their bytes are stored. */
export async function imagesOf(db: Database, organizationId: string) {
  const rows = await db
    .selectFrom('integrations')
    .select(['name', 'icon', 'preview_images as previewImages'])
    .where('organization_id', '=', organizationId)
    .execute()
  return rows.flatMap(({ name, icon, previewImages }) => {
    const images = [icon, ...(previewImages as readonly unknown[])].filter((one) => one !== null)
    const ids = images.map((one) => imagesIdOf(name, (one as { contentId?: string }).contentId))
    return [...new Set(ids)].map((contentId) => ({ integrationName: name, contentId }))
  })
}

/** The content ID of an image. Earlier releases stored all images of an integration under its name. */
export function imagesIdOf(integrationName: string, contentId: string | null | undefined): string {
  return contentId ?? createHash('sha256').update(`integration ${integrationName}`).digest('base64url')
}
