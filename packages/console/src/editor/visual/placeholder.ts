import { blocksOf } from '@stemma/editing'
import { Plugin } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

/** Says what can be done in the empty paragraph that has the cursor, or in an empty page. */
export function placeholder(words: string): Plugin {
  return new Plugin({
    props: {
      decorations({ doc, selection: { $from, empty } }) {
        const isParagraph = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0
        if (!empty || !isParagraph || ($from.depth > 2 && blocksOf(doc).length > 1)) return null
        const shown = { class: 'placeholder', 'data-words': words }
        return DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), shown)])
      },
    },
  })
}
