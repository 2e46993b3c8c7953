import { isPlace } from '@stemma/editing'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, Selection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

const key = new PluginKey<number>('linked')

/** Marks the block that has the cursor while the source stands beside it. */
export function linkedPlugin(): Plugin {
  return new Plugin<number>({
    key,
    state: { init: () => -1, apply: (transaction, before) => transaction.getMeta(key) ?? before },
    props: {
      decorations(state) {
        const index = key.getState(state) ?? -1
        const found = index < 0 ? undefined : writtenBlocks(state.doc)[index]
        if (found === undefined) return null
        const { node, position } = found
        const mark = Decoration.node(position, position + node.nodeSize, { class: 'linked' })
        return DecorationSet.create(state.doc, [mark])
      },
    },
  })
}

interface Link {
  /** Among the blocks that are written; -1 for none. */
  readonly index: number
  /** Whether the view scrolls there. */
  readonly isShown: boolean
  /** Whether the cursor goes there. */
  readonly isSelected?: boolean
}

export function linkBlock(view: EditorView, { index, isShown, isSelected = false }: Link) {
  const { state } = view
  const found = writtenBlocks(state.doc)[index]
  const transaction = state.tr.setMeta(key, index)
  if (isSelected && found !== undefined)
    transaction.setSelection(Selection.near(state.doc.resolve(found.position + 1)))
  if (isSelected || key.getState(state) !== index) view.dispatch(transaction)
  const shown = isShown && found !== undefined ? view.nodeDOM(found.position) : null
  if (shown instanceof Element) shown.scrollIntoView({ block: 'nearest' })
}

/** The index of the block with the cursor, among the blocks that are written. */
export function writtenBlockIn({ doc, selection: { $head } }: EditorState): number {
  return writtenBlocks(doc).findLastIndex(({ position }) => position <= $head.pos)
}

interface PlacedNode {
  readonly node: Node
  readonly position: number
}

/** Empty paragraphs are places for the cursor: the source doesn't have them. */
function writtenBlocks(doc: Node): readonly PlacedNode[] {
  const placed: PlacedNode[] = []
  doc.forEach((group, start) => {
    group.forEach((node, offset) => {
      if (!isPlace(node)) placed.push({ node, position: start + 1 + offset })
    })
  })
  return placed
}
