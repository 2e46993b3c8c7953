/** A page as programs find it. */
export interface ListedPageView {
  readonly title: string
  readonly description?: string
  readonly url: string
  /** The URL of its Markdown. */
  readonly markdownUrl: string
  /** ISO 8601. */
  readonly updatedAt: string
}

/** A space of a site with its pages, in reading order. */
export interface ListedSpaceView {
  readonly title: string
  readonly pages: readonly ListedPageView[]
}

/** A list of all pages with their Markdown, as llmstxt.org describes it for language models. */
export function renderLlms(title: string, spaces: readonly ListedSpaceView[]): string {
  return [`# ${line(title)}\n`, ...spaces.map(renderSpace)].join('\n')
}

function renderSpace({ title, pages }: ListedSpaceView): string {
  return `## ${line(title)}\n\n${pages.map(renderEntry).join('')}`
}

function renderEntry({ title, description, markdownUrl }: ListedPageView): string {
  const note = description === undefined ? '' : `: ${line(description)}`
  return `- [${line(title).replaceAll(/[[\]\\]/g, '\\$&')}](${markdownUrl})${note}\n`
}

function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The text of a page within `renderLlmsFull`. `markdown` begins with the title. */
export function renderLlmsPage({ url }: Pick<ListedPageView, 'url'>, markdown: string): string {
  return `Source: ${url}\n\n${markdown.trim()}\n`
}

/** The texts of pages one after the other. What is left out because of its size is listed. */
export function renderLlmsFull(texts: readonly string[], left: readonly ListedPageView[]): string {
  const rest = left.length === 0 ? [] : [`## More pages\n\n${left.map(renderEntry).join('')}`]
  return [...texts, ...rest].join('\n---\n\n')
}
