import { type Command, EditorState, type Transaction } from 'prosemirror-state'

/**
 * Runs a command as if there were no groups: those that the selection touches, and their neighbours if it is
 * at a border, become one first. The command and the join are one transaction.
 */
export function acrossGroups(command: Command): Command {
  return (state, dispatch, view) => {
    const joined = joinTouched(state)
    if (!joined.docChanged) return command(state, dispatch, view)
    let result: Transaction | undefined
    const isDone = command(withoutPlugins(joined), (transaction) => {
      result = transaction
    })
    if (isDone && dispatch !== undefined && result !== undefined) dispatch(appended(joined, result))
    return isDone
  }
}

/** Plugins would regroup the page before the command has run. */
function withoutPlugins({ doc, selection, storedMarks }: Transaction): EditorState {
  return EditorState.create({ doc, selection, storedMarks })
}

function joinTouched({ tr, selection, doc }: EditorState): Transaction {
  const { $from, $to } = selection
  if ($from.depth < 1 || $to.depth < 1) return tr
  const isFirst = $from.index(1) === 0
  const isLast = $to.index(1) >= $to.node(1).childCount - 1
  const first = $from.index(0) - (isFirst && $from.index(0) > 0 ? 1 : 0)
  const last = $to.index(0) + (isLast && $to.index(0) < doc.childCount - 1 ? 1 : 0)
  let end = 0
  const borders: number[] = []
  doc.forEach((group, offset, index) => {
    end = offset + group.nodeSize
    if (index >= first && index < last) borders.push(end)
  })
  for (const border of borders.reverse()) tr.join(border)
  return tr
}

/** One transaction with the steps of both. */
function appended(first: Transaction, second: Transaction): Transaction {
  for (const step of second.steps) first.step(step)
  if (second.selectionSet)
    first.setSelection(second.selection.map(first.doc, first.mapping.slice(first.steps.length)))
  if (second.storedMarksSet) first.setStoredMarks(second.storedMarks)
  return second.scrolledIntoView ? first.scrollIntoView() : first
}
