import type { DocumentBlock, DocumentNode } from '@stemma/content'
import { setInlines } from './inlines.ts'
import type { Part } from './parts.ts'
import type { Scene } from './scene.ts'
import { breakable, narrowLetters } from './words.ts'

interface Definition {
  readonly id: string
  readonly title?: string
  readonly textAlignment?: string
  readonly hidden?: boolean
}

interface Row {
  readonly orderIndex?: string
  readonly values?: Readonly<Record<string, string>>
}

/** Converts a table, or cards. Very wide tables are split into several, one below the other. */
export function setTable({ data = {}, fragments = [] }: DocumentBlock, scene: Scene): Part[] {
  const columns = Object.values((data.definition ?? {}) as Record<string, Definition>)
  const shown = columns.filter(({ hidden }) => hidden !== true)
  const cells = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]))
  const rows = Object.values((data.records ?? {}) as Record<string, Row>)
  const cellOf = (row: Row, { id }: Definition) => inlinesIn(cells.get(row.values?.[id] ?? '') ?? [])
  if (data.view === 'cards') {
    const visible = rows.map((row) => shown.map((column) => ({ c: setInlines(cellOf(row, column), scene) })))
    return [{ t: 'cards', rows: visible.map((row) => row.filter(({ c }) => c.length > 0)) }]
  }
  return parted(shown, columnsMax).flatMap((part) => {
    const set = rows.map((row) => part.map((column) => ({ c: setInlines(cellOf(row, column), scene) })))
    const headed = part.some(({ title }) => (title ?? '') !== '')
    const sides = part.map((column, at) => ({
      title: breakable(column.title ?? '', narrowLetters),
      align: alignments.find((one) => one === column.textAlignment) ?? 'left',
      width: widthOf([column.title ?? '', ...set.slice(0, judgedMax).map((row) => lettersOf(row[at]?.c))]),
    }))
    const parts = set.length === 0 ? [[]] : parted(set, partMax)
    return parts.map((some): Part => ({ t: 'table', columns: sides, headed, rows: some }))
  })
}

/** The maximum number of items, rows or lines in one part. */
export const partMax = 100

const columnsMax = 10
const judgedMax = 200
const alignments = ['left', 'right', 'center'] as const

/** The width depends on the longest text, the average length and the longest word, within limits. */
function widthOf(texts: readonly string[]): number {
  const lengths = texts.map(({ length }) => length)
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0)
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  const word = texts
    .flatMap((text) => text.split(/\s+/))
    .reduce((most, { length }) => Math.max(most, length), 0)
  return Math.round(Math.min(60, Math.max(6, word * 0.9, Math.sqrt(longest * mean))))
}

function lettersOf(inlines: readonly unknown[] | undefined): string {
  const words = (one: unknown): string => {
    if (typeof one === 'string') return one
    if (Array.isArray(one)) return one.map(words).join('')
    const { s, c } = (one ?? {}) as { s?: unknown; c?: unknown }
    return words(s ?? c ?? '')
  }
  return (inlines ?? []).map(words).join('').slice(0, 400)
}

function inlinesIn(nodes: readonly DocumentNode[]): DocumentNode[] {
  return nodes.flatMap((node) => (node.object === 'block' ? (node.nodes ?? []) : [node]))
}

export function parted<T>(all: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < all.length; at += size) parts.push(all.slice(at, at + size))
  return parts
}
