import type { DocumentInline, DocumentLeaf, DocumentNode } from '@stemma/content/documents'
import { Mark, type Node } from 'prosemirror-model'
import { inlineKinds } from '../schema/kinds.ts'
import { markType, nodeType, schema } from '../schema/schema.ts'
import { attributesFrom } from './data.ts'

/** The nodes of inlines; undefined if there is a block among them. */
export function inlineNodesFrom(inlines: readonly DocumentNode[]): readonly Node[] | undefined {
  const nodes: Node[] = []
  let link: Mark | undefined
  for (const inline of inlines) {
    if (inline.object === 'text') {
      for (const leaf of inline.leaves) nodes.push(...leafNodes(leaf, Mark.none))
      link = undefined
    } else if (inline.object !== 'inline') return undefined
    else {
      link = inline.type === 'link' ? linkMark(inline, link) : undefined
      nodes.push(...(link === undefined ? [atomNode(inline)] : linkNodes(inline, link)))
    }
  }
  return nodes
}

/** The nodes of the inlines of one plain paragraph; undefined if there is anything else. */
export function paragraphNodes(blocks: readonly DocumentNode[]): readonly Node[] | undefined {
  const [paragraph, ...others] = blocks
  const isPlain = others.length === 0 && paragraph?.object === 'block' && paragraph.type === 'paragraph'
  if (!isPlain || paragraph.data !== undefined || paragraph.fragments !== undefined) return undefined
  return inlineNodesFrom(paragraph.nodes ?? [])
}

function leafNodes({ text, marks }: DocumentLeaf, outer: readonly Mark[]): Node[] {
  let set = outer
  for (const { type, data } of marks) set = markType(type).create(data).addToSet(set)
  return text.split('\n').flatMap((line, at) => {
    const words = line === '' ? [] : [schema.text(line, set)]
    return at === 0 ? words : [nodeType('hard_break').create(null, null, set), ...words]
  })
}

const kinds = new Map(inlineKinds.map((kind) => [kind.type, kind]))

function atomNode(inline: DocumentInline): Node {
  const { type, data = {}, isVoid, nodes, fragments, meta } = inline
  const kind = kinds.get(type)
  const isKnown = isVoid === true && nodes === undefined && fragments === undefined && meta === undefined
  if (kind === undefined || !isKnown) return opaqueInline(inline)
  return nodeType(kind.name).create(attributesFrom(data, kind))
}

function opaqueInline(inline: DocumentInline): Node {
  return nodeType('inline_opaque').create({ tree: withoutKeys(inline) })
}

/** A copy without keys, which are derived. */
export function withoutKeys<T>(tree: T): T {
  return JSON.parse(JSON.stringify(tree, (name, value) => (name === 'key' ? undefined : value)))
}

/** The mark of a link; undefined if a mark can't hold all that the link says. */
function linkMark(inline: DocumentInline, previous: Mark | undefined): Mark | undefined {
  const { ref, title = null, objectFit = null, ...more } = inline.data ?? {}
  const hasMore = Object.keys(more).length > 0 || inline.fragments !== undefined || inline.meta !== undefined
  const isText = inline.nodes?.every(isPlain) === true && inline.nodes.some(hasContent)
  if (hasMore || !isText || typeof ref !== 'object') return undefined
  const attrs = { ref, title, objectFit }
  const mark = markType('link').create(attrs)
  return previous !== undefined && mark.eq(previous) ? markType('link').create({ ...attrs, turn: 1 }) : mark
}

function isPlain(node: DocumentNode): boolean {
  return node.object === 'text' || (node.object === 'inline' && node.type !== 'link')
}

function hasContent(node: DocumentNode): boolean {
  return node.object !== 'text' || node.leaves.some(({ text }) => text !== '')
}

function linkNodes({ nodes = [] }: DocumentInline, link: Mark): Node[] {
  return nodes.flatMap((node) => {
    if (node.object === 'text') return node.leaves.flatMap((leaf) => leafNodes(leaf, [link]))
    return node.object === 'inline' ? [atomNode(node).mark([link])] : []
  })
}
