import type { DocumentInline, DocumentLeaf, DocumentMark, DocumentNode } from '@stemma/content/documents'
import type { Mark, Node } from 'prosemirror-model'
import { inlineKinds } from '../schema/kinds.ts'
import { dataFrom } from './data.ts'

/** The inlines of a node, joined as the parser joins them. */
export function inlinesOf(node: Node): DocumentNode[] {
  const inlines: DocumentNode[] = []
  let link: { readonly mark: Mark; readonly inner: DocumentNode[] } | undefined
  node.forEach((child) => {
    const mark = child.marks.find(({ type }) => type.name === 'link')
    if (mark === undefined) link = undefined
    else if (link === undefined || !mark.eq(link.mark)) {
      link = { mark, inner: [] }
      inlines.push(linkOf(mark, link.inner))
    }
    addInline(link?.inner ?? inlines, child)
  })
  return inlines.length === 0 ? [emptyText()] : inlines
}

function emptyText(): DocumentNode {
  return { object: 'text', leaves: [{ object: 'leaf', text: '', marks: [] }] }
}

function linkOf({ attrs: { ref, title, objectFit } }: Mark, nodes: DocumentNode[]): DocumentInline {
  const data = { ref, ...(title !== null && { title }), ...(objectFit !== null && { objectFit }) }
  return { object: 'inline', type: 'link', data, nodes }
}

function addInline(inlines: DocumentNode[], child: Node): void {
  if (child.isText) addText(inlines, child.text ?? '', child.marks)
  else if (child.type.name === 'hard_break') addText(inlines, '\n', child.marks)
  else inlines.push(atomOf(child))
}

const kinds = new Map(inlineKinds.map((kind) => [kind.name, kind]))

/** Marks around an atom have no place in the tree. */
function atomOf({ type, attrs }: Node): DocumentNode {
  const kind = kinds.get(type.name)
  if (kind === undefined) return attrs.tree
  return { object: 'inline', type: kind.type, data: dataFrom(attrs, kind), isVoid: true }
}

function addText(inlines: DocumentNode[], text: string, marks: readonly Mark[]): void {
  const leaf: DocumentLeaf = { object: 'leaf', text, marks: marksOf(marks) }
  const last = inlines.at(-1)
  if (last?.object !== 'text') {
    inlines.push({ object: 'text', leaves: [leaf] })
    return
  }
  const before = last.leaves.at(-1)
  if (before !== undefined && isSame(before.marks, leaf.marks)) before.text += text
  else last.leaves.push(leaf)
}

function marksOf(marks: readonly Mark[]): DocumentMark[] {
  return marks
    .filter(({ type }) => type.name !== 'link')
    .map(({ type, attrs }) => {
      const mark = { object: 'mark', type: type.name } as DocumentMark
      if (type.name !== 'color') return mark
      const { text, background } = attrs
      return { ...mark, data: { ...(text !== null && { text }), ...(background !== null && { background }) } }
    })
}

function isSame(one: readonly DocumentMark[], other: readonly DocumentMark[]): boolean {
  return one.length === other.length && JSON.stringify(one) === JSON.stringify(other)
}
