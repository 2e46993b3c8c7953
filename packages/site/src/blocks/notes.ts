import type { DocumentInline, DocumentNode } from '@stemma/content'
import { type Html, html } from '../html.ts'
import { childrenOf, textIn } from './data.ts'
import type { Note, Rendering } from './rendering.ts'

/** Numbers the footnotes of a document in the order in which its text refers to them. */
export function notesIn(
  blocks: readonly DocumentNode[],
  takeId: Rendering['takeId'],
): ReadonlyMap<string, Note> {
  const definitions = new Map<string, readonly DocumentNode[]>()
  const labels = new Set<string>()
  visit(blocks, (node) => {
    if (node.object === 'text' || node.object === 'fragment') return
    const label = textIn(node.data, 'label') ?? ''
    if (node.type === 'footnote' && !definitions.has(label)) definitions.set(label, node.nodes ?? [])
    if (node.type === 'annotation') labels.add(label)
  })
  const notes = new Map<string, Note>()
  for (const label of labels) {
    const nodes = definitions.get(label)
    const number = notes.size + 1
    const ids = { id: `note:${number}`, referenceId: `note-reference:${number}` }
    if (nodes === undefined) continue
    notes.set(label, {
      number,
      id: takeId(ids.id),
      referenceId: takeId(ids.referenceId),
      nodes,
      isReferenced: false,
    })
  }
  return notes
}

/** A reference to a footnote. A label without a footnote is text. */
export function renderAnnotation({ data }: DocumentInline, { notes, words, isInLink }: Rendering): Html {
  const label = textIn(data, 'label') ?? ''
  const note = notes.get(label)
  if (note === undefined || isInLink) return html`<sup>${note?.number ?? label}</sup>`
  const isFirst = !note.isReferenced
  note.isReferenced = true
  const id = isFirst && html` id="${note.referenceId}"`
  const name = words.blocks.footnote(String(note.number))
  const link = html`<a href="#${note.id}"${id} aria-label="${name}">${note.number}</a>`
  return html`<sup class="notes-reference">${link}</sup>`
}

/** The footnotes at the end of a document. */
export function renderNotes({ notes, words, renderBlocks }: Rendering): Html {
  if (notes.size === 0) return html``
  const items = [...notes.values()].map(
    ({ id, referenceId, nodes, isReferenced }) =>
      html`<li id="${id}">${renderBlocks(nodes)}${
        isReferenced && html`<a class="notes-back" href="#${referenceId}">${words.blocks.backToText}</a>`
      }</li>`,
  )
  return html`<section class="notes" aria-label="${words.blocks.footnotes}"><ol>${items}</ol></section>`
}

function visit(nodes: readonly DocumentNode[], use: (node: DocumentNode) => void): void {
  for (const node of nodes) {
    use(node)
    visit(childrenOf(node), use)
  }
}
