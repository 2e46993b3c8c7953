import { defaultKeymap, indentWithTab } from '@codemirror/commands'
import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'

interface History {
  readonly undo: () => void
  readonly redo: () => void
}

/** An editor for Markdown. `Escape` and then `Tab` leaves it. */
export function markdownSource({ undo, redo }: History): Extension {
  return [
    lineNumbers(),
    drawSelection(),
    dropCursor(),
    highlightSpecialChars({ addSpecialChars: /\r/ }),
    EditorState.allowMultipleSelections.of(true),
    EditorState.tabSize.of(4),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      'aria-label': 'Source of the page',
      spellcheck: 'true',
      // Axe counts an editable element as reachable by keyboard only if it says so.
      tabindex: '0',
    }),
    EditorView.clipboardInputFilter.of((text, { lineBreak }) => text.replaceAll(/\r\n?|\n/g, lineBreak)),
    markdown({ base: markdownLanguage, extensions: [frontMatter] }),
    keymap.of([
      { key: 'Mod-z', run: always(undo), preventDefault: true },
      { key: 'Mod-y', run: always(redo), preventDefault: true },
      { key: 'Mod-Shift-z', run: always(redo), preventDefault: true },
      indentWithTab,
      ...defaultKeymap,
    ]),
  ]
}

function always(act: () => void): () => boolean {
  return () => {
    act()
    return true
  }
}

type Extensions = NonNullable<NonNullable<Parameters<typeof markdown>[0]>['extensions']>

/** Lines between two `---` at the start of a text: without this, the last one would be a heading. */
const frontMatter: Extensions = {
  defineNodes: [{ name: 'FrontMatter', block: true, style: tags.meta }],
  parseBlock: [
    {
      name: 'FrontMatter',
      before: 'HorizontalRule',
      parse(context, line) {
        if (context.lineStart !== 0 || line.text.trimEnd() !== '---') return false
        while (context.nextLine()) if (line.text.trimEnd() === '---') break
        context.addElement(context.elt('FrontMatter', 0, context.lineStart + line.text.length))
        context.nextLine()
        return true
      },
    },
  ],
}
