import type { Client } from '@stemma/client'
import { givenMember, givenOrganization, serve } from '../../packages/server/src/test/harness.ts'
import { languages, pagesIn, pagesOfLanguageMax, pagesOfLanguageMin } from './corpus.ts'
import judgedQueries from './judged/judged.json' with { type: 'json' }
import { givenIndexedSpace } from './space.ts'

/**
 * Runs the judged queries on pages in ten languages, in the whole organization and in the space, and prints
 * how high the intended pages rank. Users without access must find nothing.
 */
const pagesMax = Number(process.env.SEARCH_PAGES ?? 20_000)
const pagesEach = Math.min(
  pagesOfLanguageMax,
  Math.max(pagesOfLanguageMin, Math.ceil(pagesMax / languages.length)),
)
const [mrrMin, recallMin] = [0.85, 0.95]

const server = await serve({ rateLimitPerMinute: 1_000_000 })
try {
  process.exitCode = (await measure()) ? 0 : 1
} finally {
  await server.stop()
}

async function measure(): Promise<boolean> {
  const organization = await givenOrganization(server)
  const spaces = new Map<string, string>()
  const started = performance.now()
  for (const language of languages) {
    const spaceId = await givenIndexedSpace(
      server,
      organization,
      language,
      await pagesIn(language, pagesEach),
    )
    spaces.set(language, spaceId)
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(
    `${pagesEach * languages.length} pages in ${languages.length} languages, indexed in ${seconds} s`,
  )
  const admin = server.as(organization.admin)
  const guest = server.as(await givenMember(server, organization, null))
  const ranks: Rank[] = []
  const hidden = { items: 0, count: 0 }
  for (const { language, kind, query, relevant } of judgedQueries) {
    const there = relevant.filter((id) => Number(id.slice(-4)) < pagesEach)
    const params = { organizationId: organization.id }
    const places = { organization: await inOrganization(admin, organization.id, query) }
    const inSpace = await inSpaceOf(admin, spaces.get(language) ?? '', query)
    for (const [place, found] of Object.entries({ ...places, space: inSpace })) {
      ranks.push({ language, kind, query, place, ...rankOf(found, there) })
    }
    const nothing = await guest.searchOrganizationContent({ params, query: { query, limit: 50 } })
    hidden.items += nothing.items.length
    hidden.count += nothing.count
  }
  return report(ranks, hidden)
}

/** Returns the pages in the order of the spaces, and of the pages in each. */
async function inOrganization(api: Client, organizationId: string, query: string): Promise<string[]> {
  const found = await api.searchOrganizationContent({
    params: { organizationId },
    query: { query, limit: 50 },
  })
  return found.items.flatMap(({ pages }) => pages.map(({ id }) => id))
}

async function inSpaceOf(api: Client, spaceId: string, query: string): Promise<string[]> {
  const found = await api.searchSpaceContent({ params: { spaceId }, query: { query, limit: 50 } })
  return found.items.map(({ id }) => id)
}

interface Rank {
  readonly language: string
  readonly kind: string
  readonly query: string
  readonly place: string
  readonly reciprocal: number
  readonly recall: number
}

function rankOf(found: readonly string[], relevant: readonly string[]) {
  const first = found.findIndex((id) => relevant.includes(id))
  const within = found.slice(0, 10).filter((id) => relevant.includes(id)).length
  return { reciprocal: first < 0 ? 0 : 1 / (first + 1), recall: within / Math.min(10, relevant.length) }
}

function report(ranks: readonly Rank[], hidden: { readonly items: number; readonly count: number }): boolean {
  for (const key of ['language', 'kind', 'place'] as const) {
    for (const [name, some] of Map.groupBy(ranks, (rank) => rank[key])) {
      console.log(`  ${name.padEnd(28)} mrr ${mean(some, 'reciprocal')}, recall@10 ${mean(some, 'recall')}`)
    }
  }
  for (const { query, kind, place, reciprocal } of ranks) {
    if (reciprocal < 0.2) console.log(`  missed in the ${place}, ${kind}: ${query}`)
  }
  console.log(`search: without access ${hidden.items} results, count ${hidden.count}`)
  const [mrr, recall] = [mean(ranks, 'reciprocal'), mean(ranks, 'recall')]
  console.log(`search: mrr ${mrr}, recall@10 ${recall}, ${judgedQueries.length} queries`)
  return Number(mrr) >= mrrMin && Number(recall) >= recallMin && hidden.items + hidden.count === 0
}

function mean(ranks: readonly Rank[], key: 'reciprocal' | 'recall'): string {
  return (ranks.reduce((sum, rank) => sum + rank[key], 0) / ranks.length).toFixed(3)
}
