import type { Server } from '../../../packages/server/src/test/harness.ts'
import { givenWrittenSpace, page } from '../../../packages/server/src/test/writing.ts'
import { chapters, measuredPage, type SamplePage, textOf } from './outline.ts'

/** Publishes the pages through the API, each chapter as a page with pages below it. */
export async function publishSample(server: Server) {
  const toChange = (one: SamplePage) =>
    page(one.title, { slug: slugOf(one), document: { markdown: textOf(one, 'page.md') } })
  const firsts = chapters.flatMap(([first]) => (first ? [toChange(first)] : []))
  const { admin, organization, spaceId, write } = await givenWrittenSpace(server, ...firsts)
  const api = server.as(admin)
  const { pages } = await api.listPages({ params: { spaceId } })
  for (const [index, { id: into }] of pages.entries()) {
    const below = chapters[index]?.slice(1) ?? []
    await write(...below.map((one) => ({ ...toChange(one), into })))
  }
  const params = { organizationId: organization.id }
  const body = { title: 'Docs', visibility: 'public' as const, spaces: [spaceId] }
  const { id: siteId } = await api.createSite({ params, body })
  const { urls } = await api.publishSite({ params: { ...params, siteId } })
  const base = new URL(urls.published ?? '').pathname
  const pathOf = (one: Pick<SamplePage, 'chapter' | 'number'>) =>
    one.number === 1 ? `${base}/chapter-${one.chapter}` : `${base}/chapter-${one.chapter}/${slugOf(one)}`
  // The first page of all has the URL of the site.
  const paths = chapters.flat().slice(1).map(pathOf)
  let merges = 0
  const merge = () => {
    const document = { markdown: `Merged ${merges++} times.\n` }
    return write({ operation: 'update_page', page: pages[0]?.id ?? '', document })
  }
  return { spaceId, paths, measured: pathOf(measuredPage), merge, secret: admin.secret }
}

function slugOf({ chapter, number }: Pick<SamplePage, 'chapter' | 'number'>): string {
  return number === 1 ? `chapter-${chapter}` : `page-${number}`
}
