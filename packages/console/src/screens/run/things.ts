import { operations } from '@stemma/contract'
import type { Option } from '../../kit/choice.tsx'
import type { Callable } from './reach.ts'

/** An operation that lists what an ID can name, and the parameters of its path. */
export interface Listing {
  readonly id: string
  readonly needs: readonly string[]
}

/** The kind of thing that a field names by its ID, as a parameter of a path. */
export function kindOfThing(name: string): string | undefined {
  return kinds[name.replace(/Ids?$/, '')] ?? (Object.hasOwn(everywhere, name) ? name : undefined)
}

const kinds: Readonly<Record<string, string>> = {
  space: 'spaceId',
  spaces: 'spaceId',
  site: 'siteId',
  sites: 'siteId',
  page: 'pageId',
  user: 'userId',
  users: 'userId',
  member: 'userId',
  members: 'userId',
  reviewers: 'userId',
  team: 'teamId',
  teams: 'teamId',
  collection: 'collectionId',
  changeRequest: 'changeRequestId',
  revision: 'revisionId',
  organization: 'organizationId',
  siteSection: 'siteSectionId',
  siteSpace: 'siteSpaceId',
}

/** The list of a kind that doesn't depend on the operation. */
const everywhere: Readonly<Record<string, string>> = {
  organizationId: 'listOrganizationsForAuthenticatedUser',
  spaceId: 'listSpacesInOrganizationById',
  siteId: 'listSites',
  userId: 'listMembersInOrganizationById',
  teamId: 'listTeamsInOrganizationById',
  collectionId: 'listCollectionsInOrganizationById',
  changeRequestId: 'listChangeRequestsForSpace',
  revisionId: 'listRevisions',
  pageId: 'listPages',
  siteSectionId: 'listSiteSections',
  siteSpaceId: 'listSiteSpaces',
  specSlug: 'listOpenAPISpecs',
  integrationName: 'listIntegrations',
}

/**
 * Where the things are listed that a parameter of an operation can name: at the path before it, such as
 * `…/webhooks` for `…/webhooks/{webhookId}`, or everywhere. Something new is not in the first of these.
 */
export function listingFor({ method, path }: Callable, name: string): Listing | undefined {
  const kind = kindOfThing(name) ?? name
  const before = path.split(`/{${name}}`)[0] ?? ''
  const isNew = method === 'PUT' || method === 'POST'
  const near = before === path ? undefined : (listAt(before) ?? listAt(pagesBeside(before)))
  const far = toListing(everywhere[kind])
  return isNew ? (far ?? near) : (near ?? far)
}

function listAt(path: string): Listing | undefined {
  const found = Object.entries<Callable>(operations).find(
    ([id, one]) => one.method === 'GET' && one.path === path && isList(id),
  )
  return toListing(found?.[0])
}

/** `…/page/{pageId}` and `…/path/{pagePath}` are listed as `…/pages`. */
function pagesBeside(path: string): string {
  return path.replace(/\/(?:page|path)$/, '/pages')
}

function isList(id: string): boolean {
  return id.startsWith('list') || id === 'getRequestedReviewersByChangeRequestId'
}

function toListing(id: string | undefined): Listing | undefined {
  const operation = (operations as Readonly<Record<string, Callable>>)[id ?? '']
  if (id === undefined || operation === undefined) return undefined
  return { id, needs: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) }
}

type Thing = Readonly<Record<string, unknown>>

/** Everything in an answer that has an ID, with its name; pages with those below them. */
export function optionsIn(data: unknown, name: string): readonly Option[] {
  const { items, pages } = toThing(data)
  if (Array.isArray(pages)) return pages.flatMap((page) => pageOptions(toThing(page), name))
  return Array.isArray(items) ? items.map((item) => toOption(toThing(item), name)) : []
}

function pageOptions(page: Thing, name: string): readonly Option[] {
  const below = Array.isArray(page.pages) ? page.pages : []
  const path = textOf(page.path)
  const id = name === 'pagePath' ? path : textOf(page.id)
  const here = id === undefined ? [] : [{ id, name: nameOf(page) ?? id, ...(path && { note: `/${path}` }) }]
  return [...here, ...below.flatMap((one) => pageOptions(toThing(one), name))]
}

function toOption(item: Thing, name: string): Option {
  const inner = toThing(item.user ?? item.team ?? item.space ?? item.site ?? item.integration)
  const id = textOf(item[fields[name] ?? 'id']) ?? textOf(inner.id) ?? ''
  const number = typeof item.number === 'number' ? `#${item.number}` : undefined
  return { id, name: nameOf(item) ?? nameOf(inner) ?? id, ...(number && { note: number }) }
}

/** What a parameter is compared with, where it is no ID. */
const fields: Readonly<Record<string, string>> = {
  specSlug: 'slug',
  integrationName: 'name',
  emailDomain: 'domain',
  siteDomain: 'id',
  organizationId: 'id',
}

/** What people call a thing. */
export function nameOf(thing: unknown): string | undefined {
  const named = toThing(thing)
  return nameFields.map((field) => textOf(named[field])).find((one) => one !== undefined)
}

const nameFields = [
  'title',
  'subject',
  'displayName',
  'name',
  'label',
  'hostname',
  'url',
  'source',
  'email',
  'domain',
  'slug',
  'action',
]

function toThing(value: unknown): Thing {
  return typeof value === 'object' && value !== null ? (value as Thing) : {}
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
