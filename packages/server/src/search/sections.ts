import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  beginsWithCondition,
  type Clause,
  type DocumentBlock,
  type DocumentNode,
  onText,
  splitConditions,
} from '@stemma/content'

/** What stands below one heading of a page, or before the first. */
export interface Section extends Header {
  readonly body: string
  /** Absent if every reader of the page sees it; null if no visitor does. */
  readonly conditions?: readonly Clause[] | null
}

interface Header {
  readonly id: string
  /** Absent for what stands before the first heading. */
  readonly anchor?: string
  readonly title: string
  /** The headings it stands below, the nearest last. */
  readonly above: readonly string[]
}

/**
 * Cuts the text of a page at its headings and at its conditions; a long section is cut into several of the
 * same name. What stands under conditions follows, below the heading that everybody sees.
 */
export async function sectionsOf(page: PageText): Promise<Section[]> {
  const { id, title, description = '', markdown: written } = page
  const { markdown, parts } = splitConditions(written)
  const { tree, blocks } = await onText('parse', markdown, {
    page: parts.length === 0 || !beginsWithCondition(written),
  })
  const starts = new Map(blocks.map(({ key, start }) => [key, start]))
  const open = await sectionsIn(tree.nodes, { id, title, above: [] }, splitConditions(description).markdown)
  const headers = open.map((section) => ({ ...section, start: starts.get(section.id) ?? 0 }))
  return [...open, ...(await conditionalSections(parts, headers))]
}

export interface PageText {
  readonly id: string
  readonly title: string
  readonly description?: string | undefined
  readonly markdown: string
}

type Parts = ReturnType<typeof splitConditions>['parts']

/** Parts below one heading with the same conditions belong together. */
async function conditionalSections(
  parts: Parts,
  headers: readonly (Header & { start: number })[],
): Promise<Section[]> {
  const groups = new Map<string, { header: Header; texts: string[]; conditions: readonly Clause[] | null }>()
  let below = 0
  for (const { markdown, at, clauses } of parts) {
    while ((headers[below + 1]?.start ?? Number.POSITIVE_INFINITY) <= at) below++
    const header = headers[below]
    if (header === undefined || markdown.trim() === '') continue
    const conditions = clauses ?? null
    const key = JSON.stringify([header.id, conditions])
    const group = groups.get(key) ?? { header, texts: [], conditions }
    group.texts.push(markdown)
    groups.set(key, group)
  }
  const found: Section[] = []
  for (const { header, texts, conditions } of groups.values()) {
    const { id, anchor, title, above } = header
    const first = { id, ...(anchor !== undefined && { anchor }), title, above }
    const { tree } = await onText('parse', texts.join('\n\n'))
    const sections = await sectionsIn(tree.nodes, first, '')
    const shown = sections.filter((section) => section.body !== '' || section.id !== id)
    found.push(...shown.map((section) => ({ ...section, conditions })))
  }
  return found
}

async function sectionsIn(nodes: readonly DocumentBlock[], first: Header, intro: string): Promise<Section[]> {
  const found: Section[] = []
  const around = first.anchor === undefined ? first.above : [...first.above, first.title]
  const open: { level: number; title: string }[] = []
  let present = first
  let texts: string[] = [intro]
  const close = () => {
    for (const body of cut(texts.join(' ').replaceAll(/\s+/g, ' ').trim())) found.push({ ...present, body })
  }
  for (const [at, node] of nodes.entries()) {
    // A long page has some ten thousand blocks, and other work waits for this one.
    if (at % blocksAtOnce === blocksAtOnce - 1) await nextTurn()
    const level = levelOf(node)
    if (level === undefined) {
      texts.push(textOf(node))
      continue
    }
    close()
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop()
    const heading = textOf(node).replaceAll(/\s+/g, ' ').trim()
    const anchor = typeof node.data?.id === 'string' ? node.data.id : undefined
    const above = [...around, ...open.map((one) => one.title)]
    present = { id: node.key ?? first.id, ...(anchor && { anchor }), title: heading, above }
    open.push({ level, title: heading })
    texts = []
  }
  close()
  return found
}

const blocksAtOnce = 2_000

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
  // Within this part: in a text without spaces, a search from here would go back to its start each time.
  const space = text.slice(at, at + lettersMax + 1).lastIndexOf(' ')
  return at + (space > lettersMax / 2 ? space : lettersMax)
}

const lettersMax = 4000
