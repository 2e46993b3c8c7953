import type { PrintableNode } from './print-nodes.ts'

/** How a block prints its children. */
export interface BlockPrinter {
  /** Blocks, one level deeper. */
  blocks(nodes: readonly PrintableNode[] | undefined): string
  /** Like `blocks`, but each block separately. */
  list(nodes: readonly PrintableNode[]): readonly string[]
  /** Inlines, which may span several lines. */
  lines(nodes: readonly PrintableNode[] | undefined): string
  /** Inlines on one line. */
  line(nodes: readonly PrintableNode[] | undefined): string
  /** Inlines on one line, in a table cell. */
  cell(nodes: readonly PrintableNode[] | undefined): string
  /** Inlines on one line, as HTML. */
  html(nodes: readonly PrintableNode[] | undefined): string
  label(footnote: PrintableNode): string
  /** The anchor that must be written after a heading. */
  anchor(heading: PrintableNode): string | undefined
}

export type PrintBlock = (node: PrintableNode, printer: BlockPrinter) => string
