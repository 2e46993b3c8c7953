import type { Page } from '@stemma/contract'
import {
  type AudienceSite,
  type Condition,
  conditionNames,
  conditions,
} from '../../packages/server/src/test/audience-site.ts'
import { givenMember, type Server } from '../../packages/server/src/test/harness.ts'
import { givenSpec } from '../../packages/server/src/test/world-openapi.ts'
import { page } from '../../packages/server/src/test/writing.ts'

/** Which conditions' content an output showed. */
export type Shown = Readonly<Record<Condition, boolean>>

/** Sends one read and returns its body, or undefined if it was rejected. */
async function get(
  { app }: Server,
  url: string,
  secret: string | undefined,
  payload?: object,
): Promise<Body | undefined> {
  const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` }
  const request = payload ? ({ method: 'POST', payload } as const) : ({ method: 'GET' } as const)
  const answer = await app.inject({ ...request, url, headers })
  if (answer.statusCode === 200) return answer.json()
  if ([400, 401, 403, 404].includes(answer.statusCode)) return undefined
  throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
}

interface Body {
  readonly items?: readonly Part[]
  readonly structure?: readonly Part[] | { readonly structure: readonly Part[] }
  readonly pages?: readonly Page[]
  readonly siteSection?: string
  readonly apiToken?: string
}

interface Part {
  readonly id: string
  readonly section?: string
  /** In search results: the pages found in a space. */
  readonly pages?: readonly { readonly title: string }[]
}

/** Reads the outputs that show a site; each lists the sections that the reader can see. */
export async function siteOutputs(
  server: Server,
  { params, places }: AudienceSite,
  secret: string,
  shareKey?: string,
): Promise<ReadonlyMap<string, Shown>> {
  const base = `/v1/orgs/${params.organizationId}/sites/${params.siteId}`
  const query = shareKey === undefined ? '' : `?shareKey=${encodeURIComponent(shareKey)}`
  const shown = new Map<string, Shown>()
  for (const output of ['published', 'structure', 'sections', 'site-spaces']) {
    const body = await get(server, `${base}/${output}${query}`, secret)
    const { structure = [], items } = body ?? {}
    const parts = items ?? ('structure' in structure ? structure.structure : structure)
    const ids = new Set((parts as readonly Part[]).map(({ id, section }) => section ?? id))
    shown.set(
      output,
      byCondition((condition) => ids.has(places[condition].id)),
    )
  }
  const { items = [] } = (await get(server, `${base}/search${query}`, secret, search)) ?? {}
  const found = new Map(items.map(({ id, pages = [] }) => [id, pages.map(({ title }) => title)]))
  const inOpen = found.get(places.none.spaceId) ?? []
  const isFound = (condition: Condition) => found.has(places[condition].spaceId)
  shown.set('spaces found', byCondition(isFound))
  shown.set(
    'pages found',
    byCondition((condition) => inOpen.includes(condition)),
  )
  return shown
}

/** Every page contains this word. */
const search = { query: 'text', scope: { mode: 'all' } }

/** Reads the outputs that show content: spaces by section, then pages of the space without a condition. */
export async function contentOutputs(
  server: Server,
  { places }: AudienceSite,
  pageIds: Readonly<Record<Condition, string>>,
  secret: string,
): Promise<ReadonlyMap<string, Shown>> {
  const read = (spaceId: string, path: string) => get(server, `/v1/spaces/${spaceId}/content${path}`, secret)
  const open = places.none.spaceId
  const spaces = await each((condition) => read(places[condition].spaceId, '/pages'))
  const [listed, revision] = [await read(open, '/pages'), await read(open, '')]
  const names = (pages: readonly Page[] = []): readonly string[] => pages.map(({ title }) => title)
  const byId = await each((condition) => read(open, `/page/${pageIds[condition]}`))
  const byPath = await each((condition) => read(open, `/path/${condition}`))
  const below = await each((condition) => read(open, `/path/${condition}/below`))
  const itself = await each((condition) => get(server, `/v1/spaces/${places[condition].spaceId}`, secret))
  return new Map([
    ['space itself', byCondition((condition) => itself[condition] !== undefined)],
    ['space', byCondition((condition) => spaces[condition] !== undefined)],
    ['pages', byCondition((condition) => names(listed?.pages).includes(condition))],
    ['revision', byCondition((condition) => names(revision?.pages).includes(condition))],
    ['page by id', byCondition((condition) => byId[condition] !== undefined)],
    ['page by path', byCondition((condition) => byPath[condition] !== undefined)],
    ['page below', byCondition((condition) => below[condition] !== undefined)],
  ])
}

/** Reads a person and an OpenAPI spec for each condition; pages with these conditions refer to them. */
export async function mentionOutputs(
  server: Server,
  { organizationId }: AudienceSite,
  mentions: Mentions,
  secret: string,
): Promise<ReadonlyMap<string, Shown>> {
  const specs = `/v1/orgs/${organizationId}/openapi`
  const people = await each((condition) => get(server, `/v1/users/${mentions[condition].userId}`, secret))
  const contents = await each((condition) =>
    get(server, `${specs}/${mentions[condition].specSlug}/versions/latest/content`, secret),
  )
  return new Map([
    ['person', byCondition((condition) => people[condition] !== undefined)],
    ['OpenAPI spec', byCondition((condition) => contents[condition] !== undefined)],
  ])
}

type Mentions = Readonly<Record<Condition, { readonly userId: string; readonly specSlug: string }>>

/** Writes a page for each condition that mentions one person and shows one spec. */
export async function givenMentions(server: Server, site: AudienceSite): Promise<Mentions> {
  const { admin, organizationId, places } = site
  const mentions = await each(async () => ({
    userId: (await givenMember(server, { id: organizationId })).id,
    specSlug: (await givenSpec(server, organizationId)).specSlug,
  }))
  const changes = conditionNames.map((name) => {
    const { userId, specSlug } = mentions[name]
    const markdown = `[them](/users/${userId})\n\n{% openapi-schemas spec="${specSlug}" schemas="A" %}\n`
    const condition = conditions[name]
    return page(`Mentions ${name}`, { document: { markdown }, ...(condition && { condition }) })
  })
  const params = { spaceId: places.none.spaceId }
  await server.as(admin).updateSpaceContent({ params, body: { changes } })
  return mentions
}

export function byCondition<T>(of: (condition: Condition) => T): Record<Condition, T> {
  return Object.fromEntries(conditionNames.map((name) => [name, of(name)])) as Record<Condition, T>
}

async function each<T>(of: (condition: Condition) => Promise<T>): Promise<Record<Condition, T>> {
  const values: [Condition, T][] = []
  for (const name of conditionNames) values.push([name, await of(name)])
  return Object.fromEntries(values) as Record<Condition, T>
}
