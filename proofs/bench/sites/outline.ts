import { readFileSync } from 'node:fs'

/** A page of the site that every generator builds. */
export interface SamplePage {
  readonly chapter: number
  readonly number: number
  readonly title: string
}

/** The page that browsers open: among others of the same length, in the middle of a chapter. */
export const measuredPage = { chapter: 1, number: 5 }

const titles = [
  'Quick start',
  'Back up the database',
  'Tokens',
  'Install the server',
  'Search',
  'Webhooks',
  'Import a website',
  'Permissions',
  'Upgrade',
]

/** Chapters of ten pages each, in order. The first page of a chapter is the chapter's own. */
export const chapters: readonly (readonly SamplePage[])[] = range(12).map((chapter) =>
  range(10).map((number) => ({
    chapter,
    number,
    title: number === 1 ? `Chapter ${chapter}` : `${titles[number - 2]} ${chapter}.${number}`,
  })),
)

/**
 * The text of a page in the syntax of a generator. Every page has the same blocks, about 6 KB of Markdown,
 * and a paragraph of its own. The peers have no formulas, which are code there; VitePress has no steps.
 */
export function textOf(page: SamplePage, syntax: 'page.md' | 'page.starlight.mdx' | 'page.vitepress.md') {
  const text = readFileSync(new URL(`pages/${syntax}`, import.meta.url), 'utf8')
  return `${text}\nThis is page ${page.number} of chapter ${page.chapter}: ${page.title}.\n`
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
