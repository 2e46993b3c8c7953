import { schema, setBlock, toList, wrap } from '@stemma/editing'
import { InputRule, inputRules } from 'prosemirror-inputrules'
import type { Command, EditorState, Plugin, Transaction } from 'prosemirror-state'

/** Markdown that is typed becomes what it means. Undo brings back the characters. */
export function inputRulesPlugin(): Plugin {
  return inputRules({ rules: [...blockRules, ...markRules] })
}

const blockRules: readonly InputRule[] = [
  block(/^(#{1,3}) $/, ([, marks = '']) => setBlock('heading', { level: marks.length })),
  block(/^[-*+] $/, () => toList('list_unordered')),
  block(/^1[.)] $/, () => toList('list_ordered')),
  block(/^\[ ?\] $/, () => toList('list_tasks')),
  block(/^> $/, () => wrap('blockquote')),
  block(/^```([\w-]*) $/, ([, syntax = '']) => setBlock('code_block', { syntax: syntax || null })),
]

const markRules: readonly InputRule[] = [
  mark(/(?:^|[^*])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, 'bold', 2),
  mark(/(?:^|[^*])\*([^*\s](?:[^*]*[^*\s])?)\*$/, 'italic', 1),
  mark(/(?:^|[^`])`([^`]+)`$/, 'code', 1),
  mark(/~~([^~\s](?:[^~]*[^~\s])?)~~$/, 'strikethrough', 2),
]

/** Characters at the start of a block. They are removed, and the command does the rest. */
function block(pattern: RegExp, commandFor: (match: RegExpMatchArray) => Command): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    if (state.selection.$from.parent.type.name !== 'paragraph') return null
    const { tr } = state
    tr.delete(start, end)
    return after(state, tr, commandFor(match))
  })
}

/** The transaction with the steps of a command behind its own. */
function after(state: EditorState, tr: Transaction, command: Command): Transaction | null {
  let result: Transaction | null = null
  command(state.apply(tr), (next) => {
    for (const step of next.steps) tr.step(step)
    result = tr.setSelection(next.selection.map(tr.doc, next.mapping.slice(next.steps.length)))
  })
  return result
}

/** Characters around a word. The last of them was typed just now and is not in the document yet. */
function mark(pattern: RegExp, name: string, width: number): InputRule {
  return new InputRule(pattern, ({ tr }, match, start, end) => {
    const [whole, words = ''] = match
    const type = schema.marks[name]
    if (type === undefined) return null
    const from = start + whole.length - words.length - 2 * width
    const textStart = from + width
    const textEnd = textStart + words.length
    if (end > textEnd) tr.delete(textEnd, end)
    tr.delete(from, textStart)
    return tr.addMark(from, from + words.length, type.create()).removeStoredMark(type)
  })
}
