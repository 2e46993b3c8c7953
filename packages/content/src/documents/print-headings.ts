import { depthMax } from './bounds.ts'
import { type PrintableNode, stringIn } from './print-nodes.ts'
import { isAnchor, slugOf, takeAnchor } from './slugs.ts'

/** The anchors that must be written, because the text of the heading would yield another one. */
export function writtenAnchors(nodes: readonly PrintableNode[]): ReadonlyMap<PrintableNode, string> {
  const headings: Heading[] = []
  collectHeadings(nodes, headings, 0)
  const all = completed(headings, ({ id }) => id)
  const wanted = headings.map((heading, at) => ({
    ...heading,
    id: all[at] ?? heading.slug,
    isWritten: false,
  }))
  for (let round = 0; round < roundsMax; round++) {
    const found = completed(wanted, ({ id, isWritten }) => (isWritten ? id : undefined))
    const wrong = wanted.filter(({ id, isWritten }, at) => !isWritten && found[at] !== id)
    if (wrong.length === 0) break
    const strange = wrong.filter(({ id, slug }) => !id.startsWith(slug))
    for (const heading of strange.length > 0 ? strange : wrong) heading.isWritten = true
  }
  const isComplete = completed(wanted, ({ id, isWritten }) => (isWritten ? id : undefined))
  const isRight = wanted.every(({ id }, at) => isComplete[at] === id)
  return new Map(wanted.filter(({ isWritten }) => isWritten || !isRight).map(({ node, id }) => [node, id]))
}

/** After this many rounds, all anchors are written. */
const roundsMax = 5

interface Heading {
  readonly node: PrintableNode
  readonly slug: string
  readonly id: string | undefined
}

/** In the order in which the parser assigns anchors to headings without one. */
function collectHeadings(nodes: readonly PrintableNode[], headings: Heading[], depth: number): void {
  for (const node of nodes) {
    const { object, type = '' } = node
    if (object !== 'block' && object !== 'fragment') continue
    if (object === 'block' && levels.has(type)) {
      const id = stringIn(node, 'id')
      const slug = slugOf(wordsOf(node.nodes ?? [], 0))
      headings.push({ node, slug, id: id !== undefined && isAnchor(id) ? id : undefined })
    } else if (depth <= depthMax) {
      collectHeadings(node.nodes ?? [], headings, depth + 1)
      collectHeadings(node.fragments ?? [], headings, depth)
    }
  }
}

const levels = new Set(['heading-1', 'heading-2', 'heading-3'])

/** The anchor of each heading if only these are written. */
function completed<T extends Heading>(
  headings: readonly T[],
  writtenId: (heading: T) => string | undefined,
): string[] {
  const taken = new Map<string, number>()
  for (const heading of headings) {
    const id = writtenId(heading)
    if (id !== undefined) taken.set(id, 0)
  }
  return headings.map((heading) => writtenId(heading) ?? takeAnchor(heading.slug, taken))
}

/** The text of a heading as the parser reads it. */
function wordsOf(nodes: readonly PrintableNode[], depth: number): string {
  if (depth > depthMax) return ''
  return nodes
    .map((node) => {
      if (node.leaves !== undefined) return node.leaves.map(({ text }) => text).join('')
      if (node.type === 'emoji') return `:${stringIn(node, 'code') ?? ''}:`
      return stringIn(node, 'label') ?? wordsOf(node.nodes ?? [], depth + 1)
    })
    .join('')
}
