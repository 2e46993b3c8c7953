import { type EditorState, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

interface Range {
  readonly from: number
  readonly to: number
}

/** The start and the end of every block, in characters of the text. */
export const setBlocks = StateEffect.define<readonly (readonly [start: number, end: number])[]>()
/** The block that has the cursor, in this view or in the other one. */
export const setLinked = StateEffect.define<number>()

interface Blocks {
  readonly ranges: readonly Range[]
  readonly linked: number
  readonly marks: DecorationSet
}

const field = StateField.define<Blocks>({
  create: () => ({ ranges: [], linked: -1, marks: Decoration.none }),
  update(before, { state, effects, changes, docChanged }) {
    let { ranges, linked } = before
    if (docChanged)
      ranges = ranges.map(({ from, to }) => ({ from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) }))
    for (const effect of effects) {
      if (effect.is(setBlocks)) ranges = placesOf(effect.value, state)
      if (effect.is(setLinked)) linked = effect.value
    }
    if (ranges === before.ranges && linked === before.linked) return before
    return { ranges, linked, marks: marksOf(state, ranges[linked]) }
  },
  provide: (own) => EditorView.decorations.from(own, ({ marks }) => marks),
})

/** Knows the blocks of the text, and marks the lines of the one that has the cursor. */
export const blockPlaces = field

/** The index of the block at a position, or of the last one before it. */
export function blockAt(state: EditorState, position: number): number {
  return state.field(field).ranges.findLastIndex(({ from }) => from <= position)
}

export function rangeOfBlock(state: EditorState, index: number): Range | undefined {
  return state.field(field).ranges[index]
}

/** A line break of two characters is one position here. */
function placesOf(ranges: readonly (readonly [number, number])[], { doc, lineBreak }: EditorState): Range[] {
  if (lineBreak.length === 1) return ranges.map(([from, to]) => ({ from, to: Math.min(to, doc.length) }))
  const positions = new Map<number, number>()
  const wanted = ranges.flat().sort((one, other) => one - other)
  let [line, extra] = [1, 0]
  for (const offset of wanted) {
    while (line < doc.lines && doc.line(line).to + extra < offset) {
      line++
      extra++
    }
    positions.set(offset, Math.min(doc.length, offset - extra))
  }
  return ranges.map(([from, to]) => ({ from: positions.get(from) ?? 0, to: positions.get(to) ?? 0 }))
}

const linkedLine = Decoration.line({ class: 'source-linked' })

function marksOf({ doc }: EditorState, range: Range | undefined): DecorationSet {
  if (range === undefined || range.from > doc.length) return Decoration.none
  const builder = new RangeSetBuilder<Decoration>()
  const [first, last] = [doc.lineAt(range.from).number, doc.lineAt(Math.min(range.to, doc.length)).number]
  for (let number = first; number <= last; number++) {
    const { from } = doc.line(number)
    builder.add(from, from, linkedLine)
  }
  return builder.finish()
}
