import { sql } from 'kysely'
import type { PreparationContext } from '../../packages/server/src/jobs/jobs.ts'
import { gatherForVisitor } from '../../packages/server/src/resources/content/pdfs/jobs.ts'
import type { AudienceSite } from '../../packages/server/src/test/audience-site.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'

type Headers = Readonly<Record<string, string>>

/**
 * Everything that the PDF of a page would be made of, as a visitor asks for it; empty if they get none. It is
 * not typeset: that reads nothing else, and takes a second for each.
 */
export async function askForPDF(server: Server, site: AudienceSite, title: string, headers: Headers) {
  const { pathname } = new URL(site.address)
  const pageId = await idOf(server, site, title)
  const { statusCode, headers: answered } = await server.app.inject({
    method: 'POST',
    url: `${pathname}/~site/pdf`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ page: pageId, of: 'page' }).toString(),
  })
  if (statusCode === 404) return ''
  if (statusCode !== 303) throw new Error(`A PDF was answered with ${statusCode}.`)
  const isAsked = String(answered.location).includes('/~site/pdf/')
  const text = isAsked ? await manuscriptOf(server) : ''
  await sql`delete from graphile_worker._private_jobs where payload::jsonb ? 'site'`.execute(server.db)
  await sql`delete from pdfs`.execute(server.db)
  return text
}

async function manuscriptOf(server: Server): Promise<string> {
  const { rows } = await sql<{ payload: Payload; claims: Claims }>`select job.payload, pdfs.claims
    from graphile_worker._private_jobs job join pdfs on pdfs.space_id = job.payload ->> 'spaceId'
    where job.payload::jsonb ? 'site'`.execute(server.db)
  const [made] = rows
  if (made === undefined) throw new Error('No PDF was asked for.')
  const context = { ...server, blobs: undefined } as unknown as PreparationContext
  return JSON.stringify(await gatherForVisitor(context, made.payload, made.claims))
}

type Payload = Parameters<typeof gatherForVisitor>[1]
type Claims = Parameters<typeof gatherForVisitor>[2]

const ids = new Map<string, string>()

export async function idOf(server: Server, { admin, places }: AudienceSite, title: string): Promise<string> {
  const known = ids.get(title)
  if (known !== undefined) return known
  const { pages } = await server.as(admin).listPages({ params: { spaceId: places.none.spaceId } })
  for (const page of pages) ids.set(page.title, page.id)
  return ids.get(title) ?? ''
}
