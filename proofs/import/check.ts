import type { Client } from '@stemma/client'
import type { ImportRun, Page } from '@stemma/contract'
import { openArchive } from '../../packages/server/src/importing/archive.ts'
import { decoded } from '../../packages/server/src/importing/archive-source.ts'
import { type Manifest, manifestPath } from '../../packages/server/src/importing/manifest.ts'
import type { Site } from './site.ts'

export interface Outcome {
  readonly pages: number
  readonly missing: number
  readonly twice: number
  readonly broken: number
  readonly findings: readonly string[]
}

/** A server and its actual address: it was started on a free port. */
export interface Reached {
  readonly api: Client
  readonly address: string
}

/** Compares the import with the website: each page once, in its place, with correct links. */
export async function checkImported(
  { api, address }: Reached,
  { target, failures = [] }: ImportRun,
  site: Site,
): Promise<Outcome> {
  const params = { spaceId: target.space, changeRequestId: target.changeRequest }
  const { pages } = await api.listPagesInChangeRequest({ params })
  const placed = [...flat(pages, undefined)]
  const byTitle = Map.groupBy(placed, ({ title }) => title)
  const months = placed.filter(({ title }) => title.startsWith('Month '))
  const missing = site.pages.filter(({ title }) => !byTitle.has(title))
  const twice = [...byTitle].filter(([, all]) => all.length > 1)
  const findings = [
    ...missing.map(({ title }) => `${title} is missing`),
    ...twice.map(([title, all]) => `${title} is there ${all.length} times`),
    ...wrongPlaces(site, byTitle),
    ...(months.length > 60 ? [`the calendar has ${months.length} pages`] : []),
    ...(byTitle.has('Private') ? ['a page is there that robots.txt forbids'] : []),
    ...(site.asked.has('/docs/private/x') ? ['a page was fetched that robots.txt forbids'] : []),
    ...(failures.some(({ reason }) => reason.includes('robots.txt')) ? [] : ['the report lacks robots.txt']),
  ]
  const texts = await textsOf({ api, address }, params)
  const wrong = wrongLinks(site, byTitle, texts)
  const links = await api.listChangeRequestLinks({ params, query: { status: 'broken', limit: 1 } })
  const files = (await api.listFilesInChangeRequestById({ params })).count
  if (files !== Math.min(30, site.pages.length)) findings.push(`${files} pictures were brought`)
  const broken = wrong.length + links.count
  const counted = {
    pages: placed.length - months.length,
    missing: missing.length,
    twice: twice.length,
    broken,
  }
  return { ...counted, findings: [...findings, ...wrong] }
}

interface Placed {
  readonly id: string
  readonly title: string
  readonly parent: string | undefined
}

function* flat(pages: readonly Page[], parent: string | undefined): Generator<Placed> {
  for (const page of pages) {
    yield { id: page.id, title: page.title, parent }
    if ('pages' in page) yield* flat(page.pages, page.title)
  }
}

type ByTitle = ReadonlyMap<string, readonly Placed[]>

function wrongPlaces({ pages }: Site, byTitle: ByTitle): string[] {
  return pages.flatMap(({ title, parent }) => {
    const expected = parent === undefined ? undefined : pages[parent]?.title
    const [found] = byTitle.get(title) ?? []
    return found === undefined || found.parent === expected ? [] : [`${title} stands below ${found.parent}`]
  })
}

/** Returns the texts of all pages by ID, from an export. */
async function textsOf(
  { api, address }: Reached,
  params: { readonly spaceId: string; readonly changeRequestId: string },
) {
  const { url } = await api.exportChangeRequestContent({ params })
  const archive = await openArchive(
    new Uint8Array(await (await fetch(address + new URL(url).pathname)).arrayBuffer()),
  )
  const manifest = JSON.parse(decoded(await archive.read(manifestPath))) as Manifest
  const texts = new Map<string, string>()
  for (const page of manifest.pages) {
    if ('path' in page) texts.set(page.id, decoded(await archive.read(page.path)))
  }
  return texts
}

function wrongLinks({ pages }: Site, byTitle: ByTitle, texts: ReadonlyMap<string, string>): string[] {
  return pages.flatMap(({ title, links }) => {
    const text = texts.get(byTitle.get(title)?.[0]?.id ?? '') ?? ''
    const wrong = links.filter((other) => {
      const words = `to ${pages[other]?.title}`
      const id = byTitle.get(pages[other]?.title ?? '')?.[0]?.id
      return !text.includes(`[${words}](/pages/${id}`)
    })
    const noise = /The end of|Other site/.test(text) ? [`${title} has what stands around it`] : []
    const pictures = /!\[Picture\]\(\/files\/\w+\)/.test(text) ? [] : [`${title} lost its picture`]
    return [...wrong.map((other) => `${title} has no link to page ${other}`), ...noise, ...pictures]
  })
}
