import { schema } from '@stemma/editing'
import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey, TextSelection } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { watchText } from '../watch-text.ts'
import type { Searched } from './finding.ts'
import { matchesIn, type Range } from './pattern.ts'

interface Marked {
  readonly marks: DecorationSet
  /** Where the current match begins. */
  readonly place: number
}

const key = new PluginKey<Marked | undefined>('find')

/** Draws what was found. While nothing is looked for, it does nothing. */
export function findPlugin(): Plugin {
  return new Plugin<Marked | undefined>({
    key,
    state: {
      init: () => undefined,
      apply(transaction, before) {
        const next: { readonly marked: Marked | undefined } | undefined = transaction.getMeta(key)
        if (next !== undefined) return next.marked
        if (before === undefined || !transaction.docChanged) return before
        const { mapping, doc } = transaction
        return { marks: before.marks.map(mapping, doc), place: mapping.map(before.place) }
      },
    },
    props: { decorations: (state) => key.getState(state)?.marks },
  })
}

interface VisualText {
  readonly view: EditorView
  readonly watch: Searched['watch']
}

/** The text as it looks: words are found across bold and links, but not across blocks. */
export function inVisual({ view, watch }: VisualText): Searched {
  let known = new WeakMap<Node, readonly Range[]>()
  let last: RegExp | undefined
  return {
    matches(pattern) {
      if (pattern !== last) known = new WeakMap()
      last = pattern
      const matches: Range[] = []
      // Groups of blocks that are as before have the matches that they had.
      view.state.doc.forEach((group, start) => {
        const inside = known.get(group) ?? matchesInside(group, pattern)
        known.set(group, inside)
        for (const { from, to } of inside) matches.push({ from: start + 1 + from, to: start + 1 + to })
      })
      return matches
    },
    mark(matches, current) {
      if (matches.length === 0 && key.getState(view.state) === undefined) return
      const marks = matches.map(({ from, to }) =>
        Decoration.inline(from, to, { class: 'find-match', ...(from === current?.from && isCurrent) }),
      )
      const { doc, tr } = view.state
      const marked = current && { marks: DecorationSet.create(doc, marks), place: current.from }
      view.dispatch(tr.setMeta(key, { marked }))
    },
    reveal: () => view.dom.querySelector('.find-match[data-current]')?.scrollIntoView({ block: 'nearest' }),
    place: () => key.getState(view.state)?.place ?? view.state.selection.from,
    selected: () => selectedIn(view),
    enter(match) {
      view.focus()
      if (match === undefined) return
      const { doc, tr } = view.state
      view.dispatch(tr.setSelection(TextSelection.create(doc, match.from, match.to)).scrollIntoView())
    },
    async settle() {
      view.dispatch(closeHistory(view.state.tr))
    },
    replace(matches, words) {
      if (!view.editable) return
      const { tr } = view.state
      for (const { from, to } of matches.toReversed()) {
        // Words keep the look of the first letter that they replace: insertText would end a link there.
        const marks = tr.doc.nodeAt(from)?.marks
        if (words === '') tr.delete(from, to)
        else tr.replaceWith(from, to, schema.text(words, marks))
      }
      view.dispatch(tr)
      view.dispatch(closeHistory(view.state.tr))
    },
    watch: watchText({ view, watch }),
  }
}

const isCurrent = { 'data-current': '' }

function matchesInside(group: Node, pattern: RegExp): readonly Range[] {
  const matches: Range[] = []
  group.descendants((node, position) => {
    if (!node.isTextblock) return true
    // Each inline without text counts as one character, as it does in positions.
    const text = node.textBetween(0, node.content.size, undefined, '\uFFFC')
    const start = position + 1
    for (const { from, to } of matchesIn(text, pattern)) matches.push({ from: start + from, to: start + to })
    return false
  })
  return matches
}

function selectedIn({ state: { doc, selection } }: EditorView): string {
  const { $from, $to, from, to } = selection
  return $from.sameParent($to) && $from.parent.isTextblock ? doc.textBetween(from, to) : ''
}
