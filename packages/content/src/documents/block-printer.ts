import type { PrintableNode } from './print-nodes.ts'

/** How a block prints what it holds. */
export interface BlockPrinter {
  /** Blocks, one level deeper. */
  blocks(nodes: readonly PrintableNode[] | undefined): string
  /** The same, each for itself. */
  list(nodes: readonly PrintableNode[]): readonly string[]
  /** Inlines over as many lines as they have. */
  lines(nodes: readonly PrintableNode[] | undefined): string
  /** Inlines on one line. */
  line(nodes: readonly PrintableNode[] | undefined): string
  /** Inlines on one line, in the cell of a table. */
  cell(nodes: readonly PrintableNode[] | undefined): string
  /** Inlines on one line, as HTML. */
  html(nodes: readonly PrintableNode[] | undefined): string
  /** The label of a footnote. */
  label(footnote: PrintableNode): string
  /** The anchor that must be written behind a heading. */
  anchor(heading: PrintableNode): string | undefined
}

export type PrintBlock = (node: PrintableNode, printer: BlockPrinter) => string
