import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/**
 * Keeps the group of blocks with the cursor drawn after somebody scrolled away from it. Where nothing is
 * drawn, browsers put what is typed into an empty block, or behind an inline without text, somewhere else.
 */
export function cursorGroup(): Plugin {
  return new Plugin({
    props: {
      decorations({ doc, selection: { $head } }) {
        if ($head.depth === 0) return null
        const drawn = Decoration.node($head.before(1), $head.after(1), { class: 'has-cursor' })
        return DecorationSet.create(doc, [drawn])
      },
    },
  })
}
