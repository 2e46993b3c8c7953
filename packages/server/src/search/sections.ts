import { type DocumentNode, parseDocument } from '@stemma/content'

/** What stands below one heading of a page, or before the first. */
export interface Section {
  readonly id: string
  /** Absent for what stands before the first heading. */
  readonly anchor?: string
  readonly title: string
  /** The headings it stands below, the nearest last. */
  readonly above: readonly string[]
  readonly body: string
}

/** Cuts the text of a page at its headings; a long section is cut into several of the same name. */
export function sectionsOf(page: PageText): Section[] {
  const { id, title, description = '', markdown } = page
  const found: Section[] = []
  const open: { level: number; title: string }[] = []
  let present: Omit<Section, 'body'> = { id, title, above: [] }
  let texts: string[] = [description]
  const close = () => {
    for (const body of cut(texts.join(' ').replaceAll(/\s+/g, ' ').trim())) found.push({ ...present, body })
  }
  for (const node of parseDocument(markdown, { page: true }).tree.nodes) {
    const level = levelOf(node)
    if (level === undefined) {
      texts.push(textOf(node))
      continue
    }
    close()
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop()
    const heading = textOf(node).replaceAll(/\s+/g, ' ').trim()
    const anchor = typeof node.data?.id === 'string' ? node.data.id : undefined
    const above = open.map((one) => one.title)
    present = { id: node.key ?? id, ...(anchor && { anchor }), title: heading, above }
    open.push({ level, title: heading })
    texts = []
  }
  close()
  return found
}

export interface PageText {
  readonly id: string
  readonly title: string
  readonly description?: string | undefined
  readonly markdown: string
}

function levelOf(node: DocumentNode): number | undefined {
  const level = 'type' in node ? /^heading-(\d)$/.exec(node.type ?? '')?.[1] : undefined
  return level === undefined ? undefined : Number(level)
}

/** Everything that a reader would see, without its form. */
function textOf(node: DocumentNode): string {
  if (node.object === 'text') return node.leaves.map(({ text }) => text).join('')
  const inside = node.object === 'block' && isOfBlocks(node.nodes) ? '\n' : ''
  const below = (node.nodes ?? []).map(textOf).join(inside)
  const fragments = 'fragments' in node ? (node.fragments ?? []).map(textOf) : []
  return [...wordsIn(node), below, ...fragments].filter((text) => text !== '').join('\n')
}

function isOfBlocks(nodes: readonly DocumentNode[] = []): boolean {
  return nodes.some(({ object }) => object === 'block')
}

/** What a node says besides its nodes: the alternative of an image, the title of a tab, a formula. */
function wordsIn(node: DocumentNode): string[] {
  if (!('data' in node) || node.data === undefined) return []
  const { markdown, definition, ...data } = node.data
  const shown = ['title', 'alt', 'caption', 'label', 'formula'].map((name) => data[name])
  const columns = Object.values((definition ?? {}) as Record<string, { title?: unknown }>)
  const source = typeof markdown === 'string' ? [markdown.replaceAll(/<[^<>]{0,2000}>/g, ' ')] : []
  return [...shown, ...columns.map(({ title }) => title), ...source].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  )
}

function cut(text: string): string[] {
  if (text.length <= lettersMax) return [text]
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = endAfter(text, at)
    parts.push(text.slice(at, end).toWellFormed())
    at = end
  }
  return parts
}

/** At a space, where there is one. */
function endAfter(text: string, at: number): number {
  if (at + lettersMax >= text.length) return text.length
  const space = text.lastIndexOf(' ', at + lettersMax)
  return space > at + lettersMax / 2 ? space : at + lettersMax
}

const lettersMax = 4000
