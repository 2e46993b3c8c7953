import { Plugin } from 'prosemirror-state'

/**
 * Keeps the cursor of the browser and that of the text together, so that each key finds both in one place.
 * Browsers tell of a new selection in a task of its own, and on a busy machine the next key comes first: Tab
 * would leave the cell in which the cursor was. They also begin at the top when the text gets the focus by
 * keyboard, and ProseMirror takes them to its cursor a while later: what is typed at once would stand there.
 */
export function currentSelection(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(view, { isComposing }) {
          if (!isComposing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
          return false
        },
        focus(view) {
          if (!view.dom.matches(':active')) view.focus()
          return false
        },
      },
    },
  })
}
