import { Plugin } from 'prosemirror-state'

/**
 * Reads where the cursor is before a key is handled. Browsers tell of a new selection in a task of its own,
 * and on a busy machine the next key comes first: Tab would leave the cell in which the cursor was.
 */
export function currentSelection(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view, { isComposing }) {
          if (!isComposing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
          return false
        },
      },
    },
  })
}
