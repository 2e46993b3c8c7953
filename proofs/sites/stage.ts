import type { Client } from '@stemma/client'
import type { ContentChange } from '@stemma/contract'
import { type CorpusDocument, corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import {
  givenOrganization,
  type Organization,
  type Server,
  serve,
} from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import { givenSpec } from '../../packages/server/src/test/world-openapi.ts'
import { page } from '../../packages/server/src/test/writing.ts'
import { startWorker } from '../../packages/server/src/worker.ts'
import { freePort } from '../../tools/dev/port.ts'
import { publishDocs, publishedSite } from '../../tools/dev/sample-site.ts'
import { givenPDFs } from './pdf-states.ts'
import {
  arabicPages,
  exampleDescription,
  exampleSlugs,
  landing,
  picture,
  referencePage,
  signatures,
  specimen,
} from './texts.ts'

/** A page of a site, by its URL. */
export interface Drawn {
  readonly name: string
  readonly url: string
  /** If not 200. */
  readonly status?: number
  /** What is there once the page is drawn, if a script draws it. */
  readonly awaits?: string
}

/** A server with the sites that the proof looks at. */
export interface Stage {
  readonly origin: string
  readonly corpus: readonly Drawn[]
  /** About a million characters each, for which axe would take hours. */
  readonly large: readonly Drawn[]
  readonly docs: Site
  /** A site with everything on few pages, whose settings the proof changes. */
  readonly showcase: Site
  readonly arabic: Site
  /** Whether the author of a page or the owner of a site wrote this URL. */
  readonly isWritten: (url: string) => boolean
  readonly stop: () => Promise<unknown>
}

interface Site {
  readonly url: string
  readonly pages: readonly Drawn[]
  readonly api: Client
  readonly params: { readonly organizationId: string; readonly siteId: string }
  /** Of its space and its first page, for settings that refer to them. */
  readonly ids: { readonly space: string; readonly page: string }
}

/** Without the largest documents, if it has to be quick. */
export async function openStage(isShort: boolean): Promise<Stage> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const urls = { publicUrl: origin, appUrl: origin, filesUrl: origin, sitesUrl: `${origin}/sites` }
  const server = await serve({ ...urls, rateLimitPerMinute: 1_000_000 })
  try {
    await server.app.listen({ host: '127.0.0.1', port })
    return { origin, ...(await publishAll(server, origin, isShort)), stop: server.stop }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function publishAll(server: Server, origin: string, isShort: boolean) {
  const isLarge = ({ name }: { readonly name: string }) => name.startsWith('large-')
  const documents = corpusDocuments().filter((one) => !isShort || !isLarge(one))
  const docs = await publishOurDocs(server, origin)
  const { pages } = await publishCorpus(server, documents)
  const texts = [...documents.map(({ markdown }) => markdown), specimen, landing].join('\n')
  return {
    docs,
    corpus: pages.filter((one) => !isLarge(one)),
    large: pages.filter(isLarge),
    showcase: await publishShowcase(server),
    arabic: await publishArabic(server),
    isWritten: (url: string) => texts.includes(url) || new URL(url).hostname.endsWith('.example'),
  }
}

/** All documents of the corpus, below one page for each kind. */
async function publishCorpus(server: Server, documents: readonly CorpusDocument[]): Promise<Site> {
  const organization = await givenOrganization(server)
  const space = await givenSpace(server, organization, 'Corpus')
  const kindOf = ({ name }: CorpusDocument) => (name.endsWith('.md') ? 'written' : (name.split('-')[0] ?? ''))
  const kinds = [...new Set(documents.map(kindOf))]
  const { changes } = await space.write(kinds.map((kind) => page(kind)))
  const ids = changes.map((change) => (change.operation === 'deleted_page' ? '' : change.page.id))
  for (const [at, into] of ids.entries()) {
    const own = documents.filter((document) => kindOf(document) === kinds[at])
    for (let from = 0; from < own.length; from += 20) {
      const some = own.slice(from, from + 20)
      await space.write(some.map(({ name, markdown }) => page(name, { into, document: { markdown } })))
    }
  }
  return space.publish('Corpus', false)
}

/** The documentation of this repository. */
async function publishOurDocs(server: Server, endpoint: string): Promise<Site> {
  const organization = await givenOrganization(server)
  const { id: organizationId, admin } = organization
  const worker = await startWorker({ ...server.config, ...server, log: server.app.log })
  await publishDocs({ endpoint, token: admin.secret, organizationId })
  await worker.stop()
  const url = (await publishedSite(endpoint, admin.secret)) ?? ''
  const api = server.as(admin)
  const { items: spaces } = await api.listSpacesInOrganizationById({ params: { organizationId } })
  const { items: sites } = await api.listSites({ params: { organizationId } })
  const spaceId = spaces.find(({ title }) => title === 'Documentation')?.id ?? ''
  const siteId = sites[0]?.id ?? ''
  await followReaders(api, { organizationId, siteId })
  await indexNow(server, organizationId, spaceId)
  return { url, api, params: { organizationId, siteId }, ...(await pagesOf(api, spaceId, url)) }
}

async function publishShowcase(server: Server): Promise<Site> {
  const organization = await givenOrganization(server)
  const { specSlug } = await givenSpec(server, organization.id, exampleDescription)
  const space = await givenSpace(server, organization, 'Guides')
  const files = [{ name: 'picture.svg', ref: 'picture', contentType: 'image/svg+xml', base64: picture }]
  await space.write([
    { operation: 'insert_files', files },
    page('Welcome', { document: { markdown: landing } }),
    page('Every block', { icon: 'cube', document: { markdown: specimen } }),
    page('Reference', { document: { markdown: referencePage(specSlug) } }),
    page('API', { document: { markdown: `---\nopenapi: ${specSlug}\n---\n` } }),
    page('Signatures', { document: { markdown: signatures.before } }),
  ])
  const site = await space.publish('Showcase')
  const past = await givenPast(server, space, site)
  const other = await givenSpace(server, organization, 'Changelog')
  await other.write([page('News')])
  const { spaceId } = other
  await site.api.addSectionToSite({ params: site.params, body: { spaceId, title: 'Changelog' } })
  const operations = exampleSlugs.map((slug) => ({ name: slug, url: `${site.url}/api/${slug}` }))
  const listed = await site.api.listPages({ params: { spaceId: space.spaceId } })
  const ids = listed.pages.map(({ id }) => id)
  const pdfs = await givenPDFs(server, { url: site.url, spaceId: space.spaceId }, ids)
  return { ...site, pages: [...site.pages, ...operations, ...past, ...pdfs] }
}

/** What was written so far is of an earlier day, and a change of today was merged into it. */
async function givenPast(server: Server, space: Awaited<ReturnType<typeof givenSpace>>, site: Site) {
  const { db } = server
  const since = '2026-09-01T00:00:00Z'
  const { spaceId } = space
  await db.updateTable('sites').set({ audience_since: since }).where('id', '=', site.params.siteId).execute()
  await db.updateTable('site_spaces').set({ shown_since: since }).where('space_id', '=', spaceId).execute()
  await db.updateTable('revisions').set({ created_at: since }).where('space_id', '=', spaceId).execute()
  const { pages } = await site.api.listPages({ params: { spaceId } })
  const id = pages.find(({ title }) => title === 'Signatures')?.id ?? ''
  const body = { subject: 'Document signatures with two keys during a rotation' }
  const { id: changeRequestId } = await site.api.createChangeRequest({ params: { spaceId }, body })
  const params = { spaceId, changeRequestId }
  const document = { markdown: signatures.after }
  const changes = [{ operation: 'update_page' as const, page: id, document }]
  await site.api.updateChangeRequestContent({ params, body: { changes } })
  await site.api.mergeChangeRequest({ params })
  return [
    { name: 'a page of an earlier day', url: `${site.url}/~site/at/2026-09-02/signatures` },
    { name: 'changes', url: `${site.url}/~site/changes` },
  ]
}

async function publishArabic(server: Server): Promise<Site> {
  const organization = await givenOrganization(server)
  const space = await givenSpace(server, organization, 'الدليل', 'ar')
  await space.write(arabicPages().map(({ name, markdown }) => page(name, { document: { markdown } })))
  return space.publish('الدليل')
}

async function givenSpace(server: Server, { id, admin }: Organization, title: string, language?: 'ar') {
  const api = server.as(admin)
  const params = { organizationId: id }
  const body = { title, editMode: 'live', ...(language && { language }) } as const
  const { id: spaceId } = await api.createSpace({ params, body })
  const write = (changes: ContentChange[]) =>
    api.updateSpaceContent({ params: { spaceId }, body: { changes } })
  const publish = async (name: string, isSearched = true): Promise<Site> => {
    const made = { title: name, visibility: 'public', spaces: [spaceId] } as const
    const { id: siteId } = await api.createSite({ params, body: { ...made, spaces: [spaceId] } })
    const key = { ...params, siteId }
    await followReaders(api, key)
    const { urls } = await api.publishSite({ params: key })
    if (isSearched) await indexNow(server, id, spaceId)
    const url = urls.published ?? ''
    return { url, api, params: key, ...(await pagesOf(api, spaceId, url)) }
  }
  return { spaceId, write, publish }
}

/** Dark for readers who prefer it, which a new site isn't. */
async function followReaders(api: Client, params: Site['params']) {
  const settings = await api.getSiteCustomizationById({ params })
  const themes = { default: 'system', toggeable: true } as const
  await api.updateSiteCustomizationById({ params, body: { ...settings, themes } })
}

async function pagesOf(api: Client, spaceId: string, url: string) {
  const { pages } = await api.listPages({ params: { spaceId } })
  const drawn = flat(pages).flatMap(({ type, title, path }, at) => {
    if (type !== 'document') return []
    return [{ name: title, url: at === 0 ? url : `${url}/${path}` }]
  })
  return { pages: drawn, ids: { space: spaceId, page: pages[0]?.id ?? '' } }
}

interface Listed {
  readonly type: string
  readonly title: string
  readonly path?: string
  readonly pages?: readonly Listed[]
}

function flat(pages: readonly Listed[]): readonly Listed[] {
  return pages.flatMap((one) => [one, ...flat(one.pages ?? [])])
}
