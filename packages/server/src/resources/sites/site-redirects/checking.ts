import { findPlacedPages } from '@stemma/content'
import type { SiteRedirectDestination } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { isKeyLike } from '../../../common/ids.ts'
import { decoded, segmentsOf } from '../../../publishing/addresses.ts'
import { canonicalPath, choose } from '../../../publishing/choosing.ts'
import { type SiteSpaceRow, shownOf } from '../../../publishing/structure.ts'
import { contentOf, openSpace } from '../../content/content/index.ts'
import type * as structures from '../site-structure/index.ts'
import type { SiteKey } from '../sites/index.ts'
import { isEndless, type Step } from './chains.ts'
import { ifSeen, unconditionalPage } from './destinations.ts'
import { normalized } from './rules.ts'
import * as redirects from './store.ts'

type Checked = Pick<redirects.RedirectRow, 'source' | 'captureWildcard' | 'destination'>

/** Refuses a live redirect that nobody would follow, or that would never end. */
export async function requireFollowable(
  context: Context,
  key: SiteKey,
  opened: structures.OpenSite,
  { id, draft, ...row }: redirects.RedirectRow,
) {
  if (draft) return
  const chains = await chainsFor(context, key, opened, [row])
  const before = await redirects.find(context.db, key, id)
  if (before?.draft === false) chains.remove(before.source)
  const problem = (await shadowOf(context, opened, row.source)) ?? chains.problemOf(row)
  if (problem !== undefined) throw new ApiError('conflict', problem)
}

/** Why nobody would follow a redirect: everyone who sees the site sees a page at its source. */
export async function shadowOf(
  context: Context,
  { whole, spaces }: structures.OpenSite,
  source: string,
): Promise<string | undefined> {
  if (source.endsWith('*')) return undefined
  const segments = source.split('/').slice(1)
  const chosen = choose(shownOf(whole), segments)
  if (chosen === undefined || !spaces.has(chosen.siteSpace.spaceId)) return undefined
  if (chosen.siteSpace.condition !== null || (chosen.section?.condition ?? null) !== null) return undefined
  const path = segments.slice(chosen.taken).map(decoded).join('/')
  if (path !== '' && !(await unconditionalPage(context, chosen.siteSpace.spaceId, path))) return undefined
  return 'There is a page at this source, so nobody would be redirected. Move or delete the page first.'
}

/** What the live redirects of a site lead to, as changes are made one after the other. */
export interface Chains {
  /** Why a redirect can't be followed to an end. */
  readonly problemOf: (row: Checked) => string | undefined
  readonly set: (row: Checked) => void
  readonly remove: (source: string) => void
}

/** Reads the redirects of a site only if one of the new ones leads to where another could be followed. */
export async function chainsFor(
  context: Context,
  key: SiteKey,
  opened: structures.OpenSite,
  added: readonly Checked[],
): Promise<Chains> {
  const leadsOn = added.some((row) => mayLeadOn(row) && ownPathOf(context, opened, row.destination) !== null)
  const rows = leadsOn ? await redirects.listLive(context.db, key) : []
  const pages = leadsOn ? await pagePaths(context, opened, [...rows, ...added]) : new Map<string, string>()
  const toStep = (row: Checked): Step => {
    const { source, captureWildcard, destination } = row
    const own = mayLeadOn(row) ? ownPathOf(context, opened, destination) : null
    const below = destination.kind === 'site-page' ? pages.get(destination.pageId) : ''
    const to = own === null || below === undefined ? undefined : [own, below].filter(Boolean).join('/')
    return { source, captureWildcard, to: to && normalized(`/${to}`) }
  }
  const steps = new Map(rows.map((row) => [row.source, toStep(row)]))
  const set = (row: Checked) => void steps.set(row.source, toStep(row))
  return {
    set,
    remove: (source) => void steps.delete(source),
    problemOf(row) {
      const known = steps.get(row.source)
      const step = toStep(row)
      steps.set(row.source, step)
      const isLoop = isEndless(steps, step)
      if (known === undefined) steps.delete(row.source)
      else steps.set(row.source, known)
      return isLoop ? endless : undefined
    },
  }
}

const endless =
  'This redirect leads back to itself, or through more than 20 others. Choose another destination.'

/** A page ends a chain. Below it, there may be none. */
function mayLeadOn({ source, captureWildcard, destination }: Checked): boolean {
  return destination.kind !== 'site-page' || (captureWildcard && source.endsWith('*'))
}

/** The path below the site, still encoded, of what a destination names; null if it is elsewhere. */
function ownPathOf(
  { addresses }: Context,
  { site, whole }: structures.OpenSite,
  destination: SiteRedirectDestination,
): string | null {
  if (destination.kind === 'external') {
    const bases = [site.id, site.basename, site.front].flatMap((name, index) =>
      name === null ? [] : [new URL(index === 2 ? `https://${name}` : addresses.sitePath(name))],
    )
    // `https://` is a URL for the contract, and for no browser.
    const url = URL.parse(destination.url)
    return url && belowOneOf(bases, url)
  }
  const placeOf = (siteSpace: SiteSpaceRow | undefined) => {
    const section = whole.sections.find(({ id }) => id === siteSpace?.sectionId)
    return siteSpace === undefined ? null : canonicalPath({ section, siteSpace }, '')
  }
  if (destination.kind !== 'site-section')
    return placeOf(whole.siteSpaces.find(({ id }) => id === destination.siteSpaceId))
  const section = whole.sections.find(({ id }) => id === destination.siteSectionId)
  return section === undefined ? null : section.isDefault ? '' : encodeURIComponent(section.path)
}

function belowOneOf(bases: readonly URL[], url: URL): string | null {
  const segments = segmentsOf(url)
  for (const base of bases) {
    const above = segmentsOf(base)
    if (url.host !== base.host || above.some((segment, index) => segments[index] !== segment)) continue
    const [first = '', ...others] = segments.slice(above.length)
    // The key of a share link comes before every path.
    return isKeyLike(first) ? others.join('/') : [first, ...others].join('/')
  }
  return null
}

/** The paths of the pages below which wildcards lead. */
async function pagePaths(context: Context, { whole }: structures.OpenSite, rows: readonly Checked[]) {
  const wanted = rows.flatMap(({ destination, ...row }) => {
    if (destination.kind !== 'site-page' || !mayLeadOn({ ...row, destination })) return []
    const shown = whole.siteSpaces.find(({ id }) => id === destination.siteSpaceId)
    return shown === undefined ? [] : [{ spaceId: shown.spaceId, pageId: destination.pageId }]
  })
  const paths = new Map<string, string>()
  for (const [spaceId, pages] of Map.groupBy(wanted, (one) => one.spaceId)) {
    const view = await ifSeen(openSpace(context, { spaceId }))
    if (view === undefined) continue
    const ids = pages.map(({ pageId }) => pageId)
    for (const [id, { path }] of await findPlacedPages(view.store, await contentOf(view), ids))
      paths.set(id, path.split('/').map(encodeURIComponent).join('/'))
  }
  return paths
}
