import { ApiFailure } from '@stemma/client'
import type { ContentChange } from '@stemma/contract'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import { givenPublished } from '../../packages/server/src/test/published-site.ts'
import { page } from '../../packages/server/src/test/writing.ts'

/** What happens next. The numbers choose among the spaces, sections and pages that are there. */
export interface Step {
  /** Of a page, or of a section: another path, another default, or a space in a section of its own or not. */
  readonly kind: 'insert' | 'rename' | 'move' | 'delete' | 'path' | 'default' | 'section'
  readonly name: string
  readonly page: number
  readonly into: number
  /** Whether the job runs now. Otherwise several revisions wait for it. */
  readonly isNoted: boolean
}

/** A site over two spaces. */
export interface World {
  /** What the server refuses, such as a path that is taken, doesn't happen. */
  readonly change: (step: Step, number: number) => Promise<void>
  /** URLs and titles of all pages. A section can have the URL of a page, and hides it. */
  readonly places: () => Promise<Places>
  /** Below these URLs, everything leads to what has the same path without the name of a default part. */
  readonly longer: () => Promise<readonly string[]>
  /** Runs the job that notes former paths. */
  readonly note: () => Promise<void>
}

type Places = readonly (readonly [url: string, title: string])[]

type Site = Awaited<ReturnType<typeof givenSite>>

export async function givenWorld(server: Server): Promise<World> {
  const site = await givenSite(server)
  return {
    async change(step, number) {
      const isOfSite = step.kind === 'path' || step.kind === 'default' || step.kind === 'section'
      await (isOfSite ? changeSite(site, step) : changePages(site, step, number)).catch((error) => {
        if (!(error instanceof ApiFailure) || error.status >= 500) throw error
      })
    },
    places: () => placesOf(site),
    longer: () => longerPlaces(site),
    async note() {
      for (const spaceId of site.spaces) await indexNow(server, site.params.organizationId, spaceId)
    },
  }
}

async function givenSite(server: Server) {
  const { api, params, spaceId, url } = await givenPublished(server, [page('Home'), page('One')])
  const { organizationId } = params
  const body = { title: 'Guides', editMode: 'live' } as const
  const { id } = await api.createSpace({ params: { organizationId }, body })
  const changes = [page('Start'), page('Two')]
  await api.updateSpaceContent({ params: { spaceId: id }, body: { changes } })
  await api.addSectionToSite({ params, body: { spaceId: id, title: 'Guides' } })
  return { api, params, url, spaces: [spaceId, id] as const }
}

async function changePages({ api, spaces }: Site, step: Step, number: number) {
  const spaceId = spaces[step.page % 2] ?? ''
  const { pages } = await api.listPages({ params: { spaceId } })
  const ids = flat(pages).map(({ id }) => id)
  await api.updateSpaceContent({ params: { spaceId }, body: { changes: [changeOf(step, ids, number)] } })
}

/** The first page stays: it has the path of its space. */
function changeOf(step: Step, ids: readonly string[], number: number): ContentChange {
  const { kind, name: slug, into } = step
  const others = ids.slice(1)
  const one = others[Math.floor(step.page / 2) % others.length]
  if (one === undefined || kind === 'insert')
    return page(`Page ${number}`, { slug, ...(one !== undefined && { into: one }) })
  if (kind === 'delete') return { operation: 'delete_page', page: one }
  if (kind === 'rename') return { operation: 'update_page', page: one, slug }
  return { operation: 'update_page', page: one, into: [null, ...ids][into % (ids.length + 1)] ?? null }
}

async function changeSite({ api, params, spaces }: Site, { kind, name, page: choice }: Step) {
  const { items: sections } = await api.listSiteSections({ params })
  const { items: siteSpaces } = await api.listSiteSpaces({ params })
  const [first, second] = spaces.map((id) => siteSpaces.find(({ space }) => space.id === id))
  const section = sections[choice % sections.length]
  if (first === undefined || second === undefined || section === undefined) return
  const siteSectionId = section.id
  const siteSpaceId = second.id
  if (kind === 'default')
    return void (await api.updateSiteById({ params, body: { defaultSiteSection: siteSectionId } }))
  if (kind === 'path' && second.section === siteSectionId && second.section === first.section)
    return void (await api.updateSiteSpaceById({ params: { ...params, siteSpaceId }, body: { path: name } }))
  if (kind === 'path')
    return void (await api.updateSiteSectionById({
      params: { ...params, siteSectionId },
      body: { path: name },
    }))
  if (second.section === first.section) {
    await api.deleteSiteSpaceById({ params: { ...params, siteSpaceId } })
    await api.addSectionToSite({ params, body: { spaceId: spaces[1], title: 'Guides' } })
  } else if (first.section !== undefined && second.section !== undefined) {
    await api.deleteSiteSectionById({ params: { ...params, siteSectionId: second.section } })
    await api.addSpaceToSite({ params, body: { spaceId: spaces[1], sectionId: first.section } })
  }
}

async function placesOf({ api, params }: Site): Promise<Places> {
  const { items } = await api.listSiteSpaces({ params })
  const places: [string, string][] = []
  for (const { space, urls } of items) {
    const { pages } = await api.listPages({ params: { spaceId: space.id } })
    const base = urls.published?.replace(/\/$/, '') ?? ''
    for (const [at, { title, path }] of flat(pages).entries())
      places.push([at === 0 ? base : `${base}/${path}`, title])
  }
  return places
}

async function longerPlaces({ api, params, url }: Site): Promise<readonly string[]> {
  const { items: sections } = await api.listSiteSections({ params })
  const { items: siteSpaces } = await api.listSiteSpaces({ params })
  return [...sections, ...siteSpaces].filter((one) => one.default).map(({ path }) => `${url}/${path}`)
}

interface Listed {
  readonly id: string
  readonly title: string
  readonly path?: string
  readonly pages?: readonly Listed[]
}

function flat(pages: readonly Listed[]): readonly Listed[] {
  return pages.flatMap((one) => [one, ...flat(one.pages ?? [])])
}
