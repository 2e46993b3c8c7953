import type { ContentReference, DocumentBlock, DocumentNode } from '@stemma/content'
import type { Html } from '../html.ts'
import type { Words } from '../words/words.ts'

/** What documents refer to. Renderers are pure: everything that is looked up is handed in. */
export interface Lookups {
  /** Where a reference leads for this visitor, or `undefined` if it leads nowhere that they can see. */
  readonly locate: (reference: ContentReference) => Located | undefined
  /** A code block as lines of coloured words, or `undefined` if it stays plain text. */
  readonly highlight: (code: string, syntax: string) => readonly CodeLine[] | undefined
  /** The blocks of a reusable content, as this visitor sees them. */
  readonly reusable: (reference: ContentReference) => readonly DocumentBlock[] | undefined
  /** An OpenAPI document of version 3 as one object, by its name or URL. Its references lead to `#/…`. */
  readonly openapi: (spec: string) => unknown
  /** The frame that shows this URL, or `undefined` if its website can't be embedded. */
  readonly embed?: (url: string) => EmbedFrame | undefined
  /** The value of an expression for this visitor, or `undefined` if its source is shown. */
  readonly evaluate?: (expression: string) => string | undefined
  /** Whether links to other hosts open in a new tab. */
  readonly opensOutsideLinks: boolean
}

/** What a block needs besides itself. */
export interface Rendering extends Lookups {
  readonly words: Words
  readonly renderBlocks: (nodes: readonly DocumentNode[]) => Html
  readonly renderInlines: (nodes: readonly DocumentNode[]) => Html
  /** Draws inlines within a link, which can't contain another link. */
  readonly renderLinkText: (nodes: readonly DocumentNode[]) => Html
  readonly isInLink: boolean
  /** Draws the blocks of a reusable content, or `undefined` if it is nested too deep. */
  readonly renderReusable: (blocks: readonly DocumentBlock[]) => Html | undefined
  /** The footnotes of the document, by their labels. */
  readonly notes: ReadonlyMap<string, Note>
  /** An ID that no element of the page has yet: this one, or with a number if it is taken. */
  readonly takeId: (id: string) => string
  /** The level of a heading that comes now: this one, or one level below the heading before it. */
  readonly takeLevel: (level: Level) => Level
  /** Whether an image is the first of the page, which is loaded at once. True only once. */
  readonly takeFirstImage: () => boolean
}

/** Where a reference leads. */
export interface Located {
  readonly href: string
  /** The title of the page or space, or the name of the file. */
  readonly title: string
  readonly description?: string
  /** An icon name or an emoji of a page. */
  readonly icon?: string
  /** For files: what is stored about them. */
  readonly file?: {
    readonly contentType: string
    readonly bytes: number
    readonly width?: number
    readonly height?: number
  }
}

/** A frame of another website, which is loaded after a click. */
export interface EmbedFrame {
  readonly title: string
  /** The name of the website. */
  readonly site: string
  readonly src: string
  /** In pixels; absent for the shape of a video. */
  readonly height?: number
}

/** A footnote that the document refers to. */
export interface Note {
  readonly number: number
  readonly id: string
  /** The ID of the first reference, to which the footnote leads back. */
  readonly referenceId: string
  readonly nodes: readonly DocumentNode[]
  isReferenced: boolean
}

/** The title of the page is the only `h1`, and there are three levels below it. */
export type Level = 2 | 3 | 4

export type CodeLine = readonly CodeToken[]

export interface CodeToken {
  readonly text: string
  /** One of eight classes, or `undefined` for plain text. */
  readonly kind?: CodeKind
}

export type CodeKind = 'keyword' | 'string' | 'number' | 'comment' | 'function' | 'type' | 'variable' | 'tag'
