import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  beginsWithCondition,
  type Clause,
  type DocumentBlock,
  type DocumentNode,
  onText,
  splitConditions,
} from '@stemma/content'

/** The text below one heading of a page, or before the first. */
export interface Section extends Header {
  readonly body: string
  /** Absent if every reader of the page sees it; null if no visitor does. */
  readonly conditions?: readonly Clause[] | null
}

interface Header {
  readonly id: string
  /** Absent for the text before the first heading. */
  readonly anchor?: string
  readonly title: string
  /** The headings above it, closest last. */
  readonly above: readonly string[]
}

/**
 * Splits a page at its headings and conditions; a long section becomes several with the same title.
 * Conditional text comes last, below the closest heading that every reader sees.
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

/** Groups the parts below one heading that have the same conditions. */
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
    // A long page has some ten thousand blocks, so give other work a turn.
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

/** Returns all text that a reader sees, without formatting. */
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

/** The text in a node's properties: the alt text of an image, the title of a tab, a formula. */
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

/** Cuts at a space if there is one. */
function endAfter(text: string, at: number): number {
  if (at + lettersMax >= text.length) return text.length
  // Search only this part: in a text without spaces, `lastIndexOf` would scan back to the start each time.
  const space = text.slice(at, at + lettersMax + 1).lastIndexOf(' ')
  return at + (space > lettersMax / 2 ? space : lettersMax)
}

const lettersMax = 4000
