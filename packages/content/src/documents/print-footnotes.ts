import { type PrintableNode, stringIn } from './print-nodes.ts'

/** The labels of footnotes in a document. */
export interface Footnotes {
  /** The label of each annotation and each footnote. */
  readonly labels: ReadonlyMap<PrintableNode, string>
  /** Footnotes for annotations that carry their note, which must be written somewhere. */
  readonly added: readonly PrintableNode[]
}

/** An annotation requires a footnote with its label, so only annotations that have one get a label. */
export function footnotesOf(nodes: readonly PrintableNode[]): Footnotes {
  const labels = new Map<PrintableNode, string>()
  const annotations: PrintableNode[] = []
  const waiting = [...nodes].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.object === 'block' && node.type === 'footnote') labels.set(node, labelOf(node, labels.size))
    if (node.object === 'inline' && node.type === 'annotation') annotations.push(node)
    for (const children of [node.fragments, node.nodes]) {
      for (let at = (children?.length ?? 0) - 1; at >= 0; at--) {
        const child = children?.[at]
        if (child !== undefined && child.object !== 'text') waiting.push(child)
      }
    }
  }
  const written = new Set([...labels.values()].map(folded))
  const added: PrintableNode[] = []
  for (const annotation of annotations) {
    const label = labelOf(annotation, labels.size)
    const isWritten = written.has(folded(label))
    if (!isWritten && annotation.fragments === undefined) continue
    labels.set(annotation, label)
    if (isWritten) continue
    written.add(folded(label))
    const nodes = annotation.fragments?.flatMap((fragment) => fragment.nodes ?? []) ?? []
    const footnote: PrintableNode = { object: 'block', type: 'footnote', nodes }
    labels.set(footnote, label)
    added.push(footnote)
  }
  return { labels, added }
}

function labelOf(node: PrintableNode, index: number): string {
  const label = (stringIn(node, 'label') ?? '').replaceAll(/[\s[\]\\\p{Cc}]+/gu, '-').slice(0, labelMax)
  return label === '' ? `note-${index + 1}` : label
}

const labelMax = 200

/** Labels are case-insensitive. */
function folded(label: string): string {
  return label.toLowerCase().toUpperCase()
}
