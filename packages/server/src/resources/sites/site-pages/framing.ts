import type { SiteCustomizationSettings } from '@stemma/contract'
import type { NoticeView, SectionGroupView, SectionView, SiteView, VariantView } from '@stemma/site'
import type { Chosen } from '../../../publishing/choosing.ts'
import type { SectionRow, SiteSpaceRow } from '../../../publishing/structure.ts'
import type { RevisionRow } from '../../content/content/index.ts'
import { hrefOf, type Placing } from './placing.ts'
import type { ShownSpaces } from './published.ts'

/** What the frame around every page of a site shows. */
export interface Framed extends Placing {
  readonly url: string
  readonly title: string
  readonly settings: SiteCustomizationSettings
  /** The stylesheet of its customization. */
  readonly css: string
  readonly chosen: Chosen
  readonly spaces: ShownSpaces
  readonly locate: SiteView['locate']
  readonly asset: SiteView['asset']
  readonly isIndexed: boolean
  readonly canLeave: boolean
  /** The first moment that readers may see of the space. */
  readonly since: Date
  /** The IDs of the site spaces of which they see what was before. */
  readonly withHistory: ReadonlySet<string>
  readonly preview?: Preview
}

/** Content of a space that is not published, at its place in the site. */
export interface Preview {
  readonly siteSpaceId: string
  /** What follows `~site/` in its URLs. */
  readonly path: string
  readonly revision: RevisionRow
  readonly notice: Omit<NoticeView, 'href'>
}

/** The title of its customization, or else its own. */
export function siteNameOf({ settings, title }: Pick<Framed, 'settings' | 'title'>): string {
  return settings.title ?? title
}

/** The language of the space, or else of the site. */
export function languageOf({ spaces, chosen, settings }: Framed): string {
  return spaces.get(chosen.siteSpace.spaceId)?.language ?? settings.internationalization.locale
}

/** Previews are not what the site shows, so they have no PDF. */
export function offersPDF({ settings, preview, tried }: Framed): boolean {
  return settings.pageActions.items.includes('pdf') && preview === undefined && tried === undefined
}

/** Whether readers see earlier days of the space that is shown. */
export function offersHistory({ withHistory, chosen }: Pick<Framed, 'withHistory' | 'chosen'>): boolean {
  return withHistory.has(chosen.siteSpace.id)
}

export function toSiteView(framed: Framed): SiteView {
  const { base, url, settings, css, locate, asset, isIndexed, canLeave, withHistory } = framed
  return {
    title: siteNameOf(framed),
    base,
    url,
    settings,
    css,
    locate,
    sections: sectionsOf(framed),
    variants: variantsOf(framed),
    asset,
    isIndexed,
    canLeave,
    tellsChanges: withHistory.size > 0,
  }
}

/** Groups and sections in one order. A site with one section shows none. */
function sectionsOf(framed: Framed): readonly (SectionView | SectionGroupView)[] {
  const { groups, sections } = framed.structure
  if (sections.length < 2) return []
  const roots = [
    ...groups.map((group) => ({ ...group, isGroup: true as const })),
    ...sections.filter(({ groupId }) => groupId === null).map((one) => ({ ...one, isGroup: false as const })),
  ].sort((a, b) => (a.rank === b.rank ? (a.id < b.id ? -1 : 1) : a.rank < b.rank ? -1 : 1))
  return roots.map((root) => {
    if (!root.isGroup) return sectionView(framed, root)
    const inside = sections.filter(({ groupId }) => groupId === root.id)
    return {
      title: root.title,
      ...(root.icon !== null && { icon: root.icon }),
      sections: inside.map((section) => sectionView(framed, section)),
    }
  })
}

function sectionView(framed: Framed, section: SectionRow): SectionView {
  const { title, description, icon, id } = section
  const inside = framed.structure.siteSpaces.filter(({ sectionId }) => sectionId === id)
  const first = inside.find(({ isDefault }) => isDefault) ?? inside[0]
  return {
    title,
    ...(description !== null && { description }),
    ...(icon !== null && { icon }),
    href: first === undefined ? framed.base : hrefOf(framed, first, ''),
    isCurrent: framed.chosen.section?.id === id,
  }
}

/** The spaces beside the current one, such as other versions and languages. */
function variantsOf(framed: Framed): readonly VariantView[] {
  const { structure, chosen } = framed
  const beside = structure.siteSpaces.filter(({ sectionId }) => sectionId === chosen.siteSpace.sectionId)
  return beside.length < 2 ? [] : beside.map((one) => variantView(framed, one))
}

function variantView(framed: Framed, siteSpace: SiteSpaceRow): VariantView {
  const { title = '', language = null } = framed.spaces.get(siteSpace.spaceId) ?? {}
  return {
    title,
    href: hrefOf(framed, siteSpace, ''),
    ...(language !== null && { language }),
    isCurrent: siteSpace.id === framed.chosen.siteSpace.id,
  }
}
