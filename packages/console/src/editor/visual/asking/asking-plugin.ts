import { schema, wrap } from '@stemma/editing'
import type { Node } from 'prosemirror-model'
import { type Command, NodeSelection, Plugin, PluginKey } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** The nodes that a person makes, or changes, by answering what they show. */
const askedKinds = [
  'content_ref',
  'reusable_content',
  'embed',
  'button',
  'icon',
  'expression',
  'if',
  'openapi_operation',
  'openapi_schemas',
  'openapi_webhook',
] as const

export type AskedKind = (typeof askedKinds)[number]

export interface Asked {
  readonly kind: AskedKind
  /** The node that is changed. Without it, one is inserted at the cursor. */
  readonly position?: number
}

const key = new PluginKey<Asked | null>('asking')

/** Knows what the person is asked for. Enter asks about the selected node, and a click about an inline. */
export function askingPlugin(): Plugin {
  return new Plugin<Asked | null>({
    key,
    state: {
      init: () => null,
      apply(transaction, before) {
        const next: Asked | null | undefined = transaction.getMeta(key)
        if (next !== undefined) return next
        if (before?.position === undefined || !transaction.docChanged) return before
        const { pos, deleted } = transaction.mapping.mapResult(before.position)
        return deleted ? null : { ...before, position: pos }
      },
    },
    props: {
      // Until a question is there to take them, keys would change the text behind it.
      handleTextInput: (view) => askedIn(view) !== undefined,
      handleKeyDown(view, { key: pressed, ctrlKey, metaKey, altKey, shiftKey }) {
        if (askedIn(view) !== undefined) return true
        const { selection } = view.state
        const isPlain = pressed === 'Enter' && !ctrlKey && !metaKey && !altKey && !shiftKey
        if (!isPlain || !(selection instanceof NodeSelection)) return false
        return askAbout(view, selection.node, selection.from)
      },
      handleClickOn(view, _position, node, start, _event, isDirect) {
        return isDirect && node.isInline && askAbout(view, node, start)
      },
    },
  })
}

/** Asks for a node to insert. */
export function askFor(kind: AskedKind): Command {
  return (state, dispatch) => {
    if (kind === 'if' && !wrap('if')(state)) return false
    dispatch?.(state.tr.setMeta(key, { kind }))
    return true
  }
}

/** Asks about a node of the text; false if there is nothing to change about it. */
export function askAbout(view: EditorView, { type }: Node, position: number): boolean {
  const kind = askedKinds.find((one) => one === type.name)
  if (kind === undefined || kind === 'if' || !view.editable) return false
  view.dispatch(view.state.tr.setMeta(key, { kind, position }))
  return true
}

export function askedIn({ state }: EditorView): Asked | undefined {
  return key.getState(state) ?? undefined
}

export function stopAsking(view: EditorView) {
  if (!view.isDestroyed && askedIn(view) !== undefined) view.dispatch(view.state.tr.setMeta(key, null))
}

/** The node that is changed, if it still is of its kind. */
export function askedNode({ state }: EditorView, { kind, position }: Asked): Node | undefined {
  const node = position === undefined ? null : state.doc.nodeAt(position)
  return node?.type === schema.nodes[kind] ? (node ?? undefined) : undefined
}
