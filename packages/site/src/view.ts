import type { ContentReference } from '@stemma/content'
import type { SiteCustomizationSettings } from '@stemma/contract'
import type { Heading } from './blocks/outline.ts'
import type { Html } from './html.ts'

/** A site as one visitor sees it, without its pages. */
export interface SiteView {
  readonly title: string
  /** The path of the site, which begins and ends with a slash. All links of a page begin with it. */
  readonly base: string
  /** The absolute URL of the site without a trailing slash. */
  readonly url: string
  /** Without the header items whose condition is false for this visitor. */
  readonly settings: SiteCustomizationSettings
  /** The result of `customizationCss` for the settings, which pages contain. */
  readonly css: string
  /** Where links in the header and footer lead, for this visitor. */
  readonly locate: (reference: ContentReference) => { readonly href: string } | undefined
  /** Sections from left to right. Empty if the site has none. */
  readonly sections: readonly (SectionView | SectionGroupView)[]
  /** The spaces to choose from in the current section, such as versions or languages. */
  readonly variants: readonly VariantView[]
  /**
   * The URL of a file by its name in `siteFiles`: `~site/assets/<hash>/<name>` below `base`. All names share
   * one hash, because stylesheets refer to fonts in the same folder.
   */
  readonly asset: (name: string) => string
  readonly isIndexed: boolean
  /** Whether the visitor has come with a share link or a token, which they can give back. */
  readonly canLeave: boolean
  /** Whether it has a list of changes, and a feed of them. */
  readonly tellsChanges: boolean
}

export interface SectionView {
  readonly title: string
  readonly description?: string
  readonly icon?: string
  readonly href: string
  readonly isCurrent: boolean
}

export interface SectionGroupView {
  readonly title: string
  readonly icon?: string
  readonly sections: readonly SectionView[]
}

export interface VariantView {
  readonly title: string
  readonly href: string
  /** A BCP 47 tag, if the space names its language. */
  readonly language?: string
  readonly isCurrent: boolean
}

/** The text of a page, as `drawText` draws it. */
export interface TextView {
  readonly html: Html
  readonly headings: readonly Heading[]
  readonly isEmpty: boolean
  /** What stands beside the text, such as the samples of an operation. */
  readonly aside?: Html
}

/** A page as one visitor sees it. */
export interface PageView {
  readonly site: SiteView
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly icon?: string
  readonly cover?: CoverView
  readonly layout: PageLayout
  /** The path below `base`, without a leading slash. */
  readonly path: string
  readonly canonicalUrl: string
  /** The same page in other languages, as absolute URLs. */
  readonly alternates?: readonly AlternateView[]
  /** Whether the page is the first of its space: with a cover or a wide layout, it begins with a hero. */
  readonly isFirst?: boolean
  /** A BCP 47 tag. Decides the interface language and the direction of the text. */
  readonly language: string
  readonly text: TextView
  readonly tree: readonly TreeItem[]
  /** From the section to the page above this one. */
  readonly breadcrumbs: readonly LinkView[]
  readonly previous?: LinkView
  readonly next?: LinkView
  /** ISO 8601. */
  readonly updatedAt?: string
  readonly actions: PageActions
  /** The URL of a picture for previews of links, unless the site has its own. */
  readonly picture?: string
  /** What is said above the page, for a preview or an earlier revision. */
  readonly notice?: NoticeView
  readonly history?: HistoryView
  /** The pages that link to this one. */
  readonly backlinks?: readonly LinkView[]
  readonly isIndexed: boolean
}

export interface AlternateView {
  readonly language: string
  readonly url: string
}

export interface PageLayout {
  readonly isWide: boolean
  readonly title: boolean
  readonly description: boolean
  readonly tableOfContents: boolean
  readonly outline: boolean
  readonly pagination: boolean
  readonly metadata: boolean
}

export interface CoverView {
  readonly light: string
  readonly dark?: string
  /** Vertical position of the picture, from −100 to 100. */
  readonly yPos: number
  readonly isFullWidth: boolean
}

/** A page, a group or a link in the page tree. */
export interface TreeItem {
  readonly kind: 'page' | 'group' | 'link'
  readonly title: string
  readonly icon?: string
  readonly href?: string
  readonly isCurrent: boolean
  /** Whether the current page is this item or inside of it. */
  readonly isOpen: boolean
  /** The HTTP method of an operation. */
  readonly method?: string
  /** Empty for a closed item of a large tree, which has `hasChildren`. */
  readonly children: readonly TreeItem[]
  readonly hasChildren: boolean
}

export interface LinkView {
  readonly title: string
  readonly href: string
}

/** URLs of actions. Those that the site or the visitor doesn't have are absent. */
export interface PageActions {
  readonly markdown?: string
  readonly pdf?: string
  readonly edit?: string
  readonly mcp?: string
  /** Where the answer to "Did this page help you?" is posted, as the field `answer`. */
  readonly feedback?: string
}

export interface NoticeView {
  readonly kind: 'preview' | 'past'
  /** The subject of the change request, or the day of the revision. */
  readonly title: string
  /** The page as it is published now. */
  readonly href: string
  /** For the page of an earlier day. */
  readonly past?: PastView
}

/** How a reader goes from one earlier day to another. */
export interface PastView {
  /** Where the form leads that asks for a day. */
  readonly action: string
  /** The path of the page below its space. */
  readonly path: string
  /** The first and the last day that can be chosen, as `YYYY-MM-DD`. */
  readonly first: string
  readonly last: string
  /** In how many places the page is different today. Absent if it was not there. */
  readonly changes?: number
}

/** Where earlier versions of a page are. */
export interface HistoryView {
  /** The page before its last change. */
  readonly href: string
  /** What comes before a moment in the URLs of earlier versions, and what comes after it. */
  readonly around: readonly [string, string]
  /** Equal only if the text is equal. */
  readonly version: string
}

/** What was merged into a site, newest first. */
export interface ChangesView {
  readonly site: SiteView
  readonly language: string
  readonly merges: readonly {
    readonly title: string
    /** ISO 8601. */
    readonly mergedAt: string
    /** The changed pages; their links lead to what each was before. */
    readonly pages: readonly LinkView[]
  }[]
}

/** A PDF that a visitor asks for. */
export interface PDFView {
  readonly site: SiteView
  readonly language: string
  readonly page: LinkView
  readonly state: 'absent' | 'waiting' | 'ready' | 'failed' | 'busy'
  /** How many others are made before. */
  readonly before?: number
  /** Where the file is, once it is ready. */
  readonly file?: string
  readonly form: {
    readonly action: string
    readonly pageId: string
    readonly hasPagesBelow: boolean
  }
}

/** A page that is not there, with pages that may be meant. */
export interface MissingView {
  readonly site: SiteView
  readonly language: string
  readonly tree: readonly TreeItem[]
  readonly path: string
  readonly nearest: readonly NearestView[]
}

export interface NearestView extends LinkView {
  /** The section or space and the pages above. */
  readonly place?: readonly string[]
}

/** Search results as a page, which also works without scripts. */
export interface SearchView {
  readonly site: SiteView
  readonly language: string
  readonly query: string
  readonly results: readonly SearchResultView[]
  /** For the navigation on a phone. */
  readonly tree?: readonly TreeItem[]
}

export interface SearchResultView extends LinkView {
  /** The section or space and the pages above. */
  readonly place: readonly string[]
  /** The text around the match; odd items are the matched words. */
  readonly excerpt: readonly string[]
}

/** What a visitor sees instead of a site, or of any of its pages. */
export interface GateView {
  readonly kind: 'sign-in' | 'missing' | 'unavailable' | 'left'
  readonly language: string
  readonly asset: SiteView['asset']
  /** Absent where the visitor may not learn that there is a site. */
  readonly site?: Pick<SiteView, 'title' | 'base' | 'settings' | 'css'>
  /** Where the visitor signs in. */
  readonly signIn?: string
  /** Whether the site can also be opened with a share link. */
  readonly hasShareLinks?: boolean
}
