import { canonicalJson } from '../canonical.ts'
import type { ContentReference } from '../documents/nodes.ts'
import type { Hash } from '../objects.ts'
import type { Rank } from '../rank.ts'

/** The parent of top-level pages. */
export const top = ''

interface Common {
  readonly title: string
  /** The ID of the parent page, or `top`. */
  readonly parent: string
  readonly rank: Rank
  readonly emoji?: string
  readonly icon?: string
  readonly hidden?: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

/** Pages with a path of their own. Slugs are unique among siblings. */
interface Addressed extends Common {
  readonly slug: string
  readonly noIndex?: boolean
  readonly noRobotsIndex?: boolean
  readonly condition?: string
}

export interface DocumentRecord extends Addressed {
  readonly type: 'document'
  /** The Markdown of the page, as an object in the store. */
  readonly document: Hash
  readonly description?: string
  readonly layout?: Layout
  readonly cover?: Cover
  readonly variables?: Readonly<Record<string, string>>
  readonly git?: GitBlob
  readonly computed?: ComputedSource
  readonly computedSeed?: string
}

/** A heading in the navigation. Groups don't nest. */
export interface GroupRecord extends Addressed {
  readonly type: 'group'
}

interface LinkRecord extends Common {
  readonly type: 'link'
  readonly target: ContentReference
  readonly href?: string
}

interface ComputedRecord extends Common {
  readonly type: 'computed'
  readonly computed: ComputedSource
}

export type PageRecord = DocumentRecord | GroupRecord | LinkRecord | ComputedRecord

/** Only the settings that differ from the default layout. */
export interface Layout {
  readonly width?: 'default' | 'wide'
  readonly cover?: boolean
  readonly coverSize?: 'hero' | 'full'
  readonly coverMask?: 'none' | 'radial'
  readonly title?: boolean
  readonly description?: boolean
  readonly tableOfContents?: boolean
  readonly outline?: boolean
  readonly pagination?: boolean
  readonly metadata?: boolean
  readonly tags?: boolean
  readonly actions?: boolean
  readonly anchors?: boolean
}

type CoverImage = Extract<ContentReference, { kind: 'file' | 'url' }>

export interface Cover {
  readonly ref?: CoverImage
  readonly refDark?: CoverImage
  readonly yPos: number
}

export interface GitBlob {
  readonly oid: string
  readonly path: string
}

/** The source of generated content. */
export interface ComputedSource {
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, unknown>>
}

/** Whether a page has a slug, and so a path. Links in the navigation and generated pages have none. */
export function isAddressed(page: PageRecord): page is DocumentRecord | GroupRecord {
  return page.type === 'document' || page.type === 'group'
}

export function encodePage(page: PageRecord): string {
  return canonicalJson(page)
}

export function decodePage(text: string): PageRecord {
  return JSON.parse(text) as PageRecord
}
