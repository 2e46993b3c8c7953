import {
  addColumn,
  addRow,
  alignColumn,
  type Base,
  backspace,
  deleteColumn,
  deleteForward,
  deleteRow,
  deleteTable,
  enter,
  liftBlock,
  liftItem,
  moveColumn,
  moveDown,
  moveRow,
  moveUp,
  nextCell,
  paste,
  previousCell,
  resync,
  setBlock,
  sinkItem,
  sliceOfMarkdown,
  splitItem,
  toggle,
  toggleBox,
  toList,
  wrap,
} from '@stemma/editing'
import fc from 'fast-check'
import { redo, undo } from 'prosemirror-history'
import type { Node, ResolvedPos } from 'prosemirror-model'
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { blocks } from '../../packages/content/src/test/corpus-blocks.ts'

/** A page that a person edits. */
export interface Session {
  readonly state: EditorState
  readonly base: Base
}

/** Something that a person does. The numbers choose a place and a variant, whatever page there is. */
export interface Operation {
  readonly kind: Kind
  readonly place: number
  readonly offset: number
  readonly size: number
  readonly variant: number
}

type Kind = keyof typeof commands | 'source'

/** What a person does somewhere in a page, with weights as in ordinary work. */
export function operations(): fc.Arbitrary<Operation> {
  return operationsOf(
    fc.oneof(...weights.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
  )
}

/** Edits of the text of one block, which leave the blocks around it alone. */
export function smallOperations(): fc.Arbitrary<Operation> {
  return operationsOf(fc.constantFrom<Kind>('type', 'type', 'remove', 'mark'))
}

function operationsOf(kind: fc.Arbitrary<Kind>): fc.Arbitrary<Operation> {
  const number = fc.nat(100_000)
  return fc.record({ kind, place: number, offset: number, size: fc.nat(12), variant: number })
}

/** Performs an operation on the text block that it chooses among those between two places. */
export function perform(session: Session, operation: Operation, within?: readonly [number, number]): Session {
  if (operation.kind === 'source') return session
  const { state } = session
  const selected = select(state, operation, within)
  if (selected === undefined) return session
  return { ...session, state: run(selected, commands[operation.kind](operation)) }
}

/** Shows an edited source. */
export function editSource({ state, base }: Session, text: string): Session {
  const { tr } = state
  const next = resync(tr, base, text)
  return { state: state.apply(tr), base: next }
}

/** Changes one line of a text: leaves it out, repeats it, puts another before it, or adds to it. */
export function changedSource(text: string, { place, variant }: Operation): string {
  const lines = text.split('\n')
  const at = place % lines.length
  const line = lines[at] ?? ''
  const news = [[], [line, line], [pick(sources, variant), line], [`${line} x`], ['', line]]
  return lines.toSpliced(at, 1, ...pick(news, variant)).join('\n')
}

export function run(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (transaction) => {
    next = state.apply(transaction)
  })
  return next
}

function select(
  state: EditorState,
  { kind, place, offset, size }: Operation,
  [from, to]: readonly [number, number] = [0, state.doc.content.size],
): EditorState | undefined {
  const places: { readonly start: number; readonly length: number }[] = []
  state.doc.nodesBetween(from, to, (node, position) => {
    if (node.isTextblock) places.push({ start: position + 1, length: node.content.size })
  })
  const chosen = places[place % places.length]
  if (chosen === undefined) return undefined
  const { start, length } = chosen
  const at = kind === 'join' ? 0 : kind === 'joinNext' ? length : offset % (length + 1)
  const end = ranged.has(kind) ? Math.min(length, at + size) : at
  const other = kind === 'removeAcross' ? places[(place + 1 + (size % 2)) % places.length] : undefined
  const head = other === undefined ? start + end : other.start + (offset % (other.length + 1))
  const [$anchor, $head] = [start + at, head].map((position) => wholeAt(state.doc, position))
  return $anchor && $head && state.apply(state.tr.setSelection(TextSelection.between($anchor, $head)))
}

/** Not between the halves of a character, where no browser puts a cursor. */
function wholeAt(doc: Node, position: number): ResolvedPos {
  const $position = doc.resolve(position)
  const isInside = /^[\uDC00-\uDFFF]/.test($position.nodeAfter?.text ?? '')
  return isInside ? doc.resolve(position - 1) : $position
}

const ranged = new Set<Kind>(['remove', 'mark', 'type', 'paste'])

const commands = {
  type: ({ variant }) => changing((tr) => tr.insertText(pick(words, variant))),
  remove: () => changing((tr) => tr.deleteSelection()),
  removeAcross: () => backspace,
  split: () => enter,
  join: () => backspace,
  joinNext: () => deleteForward,
  mark: ({ variant }) => pick(marks, variant),
  block: ({ variant }) => pick(blockTypes, variant),
  wrap: ({ variant }) => pick(containers, variant),
  lift: () => liftBlock,
  move: ({ variant }) => (variant % 2 === 0 ? moveUp : moveDown),
  paste: ({ variant }) => paste(sliceOfMarkdown(pick(sources, variant))),
  list: ({ variant }) => pick(lists, variant),
  table: ({ variant }) => pick(tables, variant),
  undo: () => undo,
  redo: () => redo,
} satisfies Record<string, (operation: Operation) => Command>

const weights: readonly (readonly [Kind, number])[] = [
  ['type', 8],
  ['remove', 4],
  ['removeAcross', 1],
  ['split', 4],
  ['join', 3],
  ['joinNext', 1],
  ['mark', 4],
  ['block', 2],
  ['wrap', 2],
  ['lift', 2],
  ['move', 2],
  ['paste', 2],
  ['list', 4],
  ['table', 2],
  ['undo', 2],
  ['redo', 1],
  ['source', 2],
]

/** Ordinary words, and signs that Markdown would interpret. */
const words = [
  ...[
    'x',
    ' ',
    'word',
    ' two words',
    '. ',
    ', and',
    'É',
    '中文',
    '😀',
    '-',
    '1. ',
    '- ',
    '# ',
    '> ',
    '*',
    '**',
    '_',
  ],
  ...[
    '`',
    '[',
    ']',
    '](x)',
    '<',
    '<b>',
    '&amp;',
    '|',
    '\\',
    ':smile:',
    '$$',
    '{% hint %}',
    '~~',
    '!',
    '    ',
    '=',
  ],
  ...['---', '```', 'https://example.com', 'www.example.com', '[^n]', '+', '"'],
]

const marks: readonly Command[] = [
  ...['bold', 'bold', 'italic', 'italic', 'code', 'code', 'strikethrough', 'keyboard'].map((name) =>
    toggle(name),
  ),
  ...['superscript', 'subscript'].map((name) => toggle(name)),
  toggle('color', { text: 'red' }),
  toggle('link', { ref: { kind: 'url', url: 'https://example.com/a' } }),
]

const blockTypes: readonly Command[] = [
  setBlock('paragraph'),
  setBlock('code_block'),
  ...[1, 2, 3, 4, 5, 6].map((level) => setBlock('heading', { level })),
]

const containers: readonly Command[] = [
  wrap('blockquote'),
  wrap('hint', { style: 'info' }),
  wrap('if', { expression: 'a == b' }),
]

const lists: readonly Command[] = [
  toList('list_unordered'),
  toList('list_ordered'),
  toList('list_tasks'),
  splitItem,
  liftItem,
  sinkItem,
  toggleBox,
]

const tables: readonly Command[] = [
  nextCell,
  previousCell,
  addRow('before'),
  addRow('after'),
  deleteRow,
  moveRow(1),
  moveRow(-1),
  addColumn('before'),
  addColumn('after'),
  deleteColumn,
  moveColumn(1),
  moveColumn(-1),
  alignColumn('right'),
  deleteTable,
]

const sources = [...Object.values(blocks), 'word', 'one\n\ntwo', '**b** _i_', '- a\n\n1. b\n\n> c']

function changing(change: (transaction: Transaction) => Transaction): Command {
  return ({ tr }, dispatch) => {
    dispatch?.(change(tr))
    return true
  }
}

function pick<T>(items: readonly T[], at: number): T {
  const item = items[at % items.length]
  if (item === undefined) throw new RangeError('There is nothing to choose from.')
  return item
}
