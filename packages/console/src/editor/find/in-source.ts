import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import { watchText } from '../watch-text.ts'
import type { Searched } from './finding.ts'
import { matchesIn } from './pattern.ts'

interface Marked {
  readonly marks: DecorationSet
  readonly place: number | undefined
}

const setMarked = StateEffect.define<Marked>()

const marked = StateField.define<Marked>({
  create: () => ({ marks: Decoration.none, place: undefined }),
  update(before, { effects, changes, docChanged }) {
    const set = effects.find((effect) => effect.is(setMarked))
    if (set !== undefined) return set.value
    if (!docChanged || before.place === undefined) return before
    return { marks: before.marks.map(changes), place: changes.mapPos(before.place) }
  },
  provide: (field) => EditorView.decorations.from(field, ({ marks }) => marks),
})

const [plain, current] = [{}, { 'data-current': '' }].map((attributes) =>
  Decoration.mark({ class: 'find-match', attributes }),
)

interface SourceText {
  readonly view: EditorView
  readonly watch: Searched['watch']
  /** Gives the visual view what was typed, as a step of its history. */
  readonly settle: () => Promise<void>
}

/** The text as it is written. */
export function inSource({ view, watch, settle }: SourceText): Searched {
  const field = () => view.state.field(marked, false)
  return {
    matches: (pattern) => matchesIn(view.state.doc.toString(), pattern),
    mark(matches, at) {
      if (field() === undefined) view.dispatch({ effects: StateEffect.appendConfig.of(marked) })
      const marks = matches.flatMap(
        ({ from, to }) => (from === at?.from ? current : plain)?.range(from, to) ?? [],
      )
      view.dispatch({ effects: setMarked.of({ marks: Decoration.set(marks), place: at?.from }) })
    },
    reveal() {
      const place = field()?.place
      if (place !== undefined)
        view.dispatch({ effects: EditorView.scrollIntoView(place, { y: 'nearest', yMargin: 96 }) })
    },
    place: () => field()?.place ?? view.state.selection.main.from,
    selected() {
      const { from, to } = view.state.selection.main
      const words = view.state.sliceDoc(from, to)
      return words.includes('\n') ? '' : words
    },
    enter(match) {
      view.focus()
      if (match !== undefined)
        view.dispatch({ selection: { anchor: match.from, head: match.to }, scrollIntoView: true })
    },
    settle,
    replace(matches, words) {
      view.dispatch({ changes: matches.map(({ from, to }) => ({ from, to, insert: words })) })
      void settle()
    },
    watch: watchText({ view, watch }),
  }
}
