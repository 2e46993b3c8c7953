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
        // A formula shows its source while it has the cursor.
        const depths = $head.parent.type.name === 'math' ? [1, $head.depth] : [1]
        const drawn = depths.map((depth) =>
          Decoration.node($head.before(depth), $head.after(depth), { class: 'has-cursor' }),
        )
        return DecorationSet.create(doc, drawn)
      },
    },
  })
}
