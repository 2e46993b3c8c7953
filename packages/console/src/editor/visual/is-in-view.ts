import type { EditorView } from 'prosemirror-view'

/**
 * Whether the cursor is on the screen already. To find that out, the editor itself measures every element
 * around the cursor after each key. What also scrolls sideways, code and tables, is left to it.
 */
export function isInView(view: EditorView): boolean {
  const { $head } = view.state.selection
  const isPlain =
    $head.parent.isTextblock && !$head.parent.type.spec.code && !$head.parent.type.spec.isolating
  const scroller = view.dom.closest('[data-view="both"] .page-text, .main')
  if (!isPlain || scroller === null) return false
  const [cursor, frame] = [view.coordsAtPos($head.pos, 1), scroller.getBoundingClientRect()]
  return cursor.top >= frame.top && cursor.bottom <= frame.bottom
}
