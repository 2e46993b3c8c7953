import type { linksOfText } from '@stemma/content'
import type { TextView } from '@stemma/site'
import { type SizedCache, sizedCache } from '../../../common/sized-cache.ts'
import { type ObjectCache, objectCache } from '../../../content/object-cache.ts'
import type { Branch } from '../../content/content/index.ts'
import type { Tree } from './navigating.ts'
import { openReferences, type References } from './references.ts'

/** What a process keeps of published sites, by what it was made from: nothing of it is ever stale. */
export interface SiteMemory {
  /** Whole pages, as they are sent. */
  readonly pages: ObjectCache
  /** What parsing told about texts. */
  readonly parsed: SizedCache<Parsed>
  /** Texts as they are drawn. */
  readonly texts: SizedCache<TextView>
  /** The page trees of spaces that are read as a whole. */
  readonly trees: SizedCache<Tree>
  /** The pages of a space that show APIs, as a visitor sees them. */
  readonly apis: SizedCache<readonly ApiPage[]>
  readonly references: References
}

export function siteMemory(bytesMax: number): SiteMemory {
  return {
    pages: objectCache(bytesMax / 2),
    parsed: sizedCache(bytesMax / 16),
    texts: sizedCache(bytesMax / 8),
    trees: sizedCache(bytesMax / 16),
    apis: sizedCache(bytesMax / 64),
    references: openReferences(bytesMax / 8),
  }
}

export type ApiPage = Pick<Branch, 'record' | 'path'>

/** What has to be known of a text to find it drawn. */
export interface Parsed {
  readonly links: Parameters<typeof linksOfText>[3]
  /** API descriptions are no part of the text, so it is drawn each time. */
  readonly showsApi: boolean
}
