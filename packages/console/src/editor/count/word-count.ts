import type { EditorView } from 'prosemirror-view'
import { isCounted, wordsIn } from './words.ts'

interface Counted {
  /** Unknown until the first count. */
  readonly words: number | undefined
  /** Those that are selected. */
  readonly selected: number
}

interface Text {
  readonly view: EditorView
  readonly watch: (notify: () => void) => () => void
}

const pauseMs = 300
const idleMs = 1000

/** Counts the words of a page when nobody types, and of a long page part by part. */
export function wordCountOf({ view, watch }: Text) {
  let counted: Counted = { words: undefined, selected: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const count = (deadline?: IdleDeadline) => {
    if (view.isDestroyed || listeners.size === 0) return
    const { doc, selection } = view.state
    let [words, selected] = [0, 0]
    for (const [at, group] of doc.children.entries()) {
      const isLate = deadline !== undefined && !deadline.didTimeout && deadline.timeRemaining() < 2
      if (isLate && at > 0 && !isCounted(group)) return whenIdle(count)
      words += wordsIn(group)
    }
    doc.forEach((group, offset) => {
      const [from, to] = [selection.from - offset - 1, selection.to - offset - 1]
      if (!selection.empty && to > 0 && from < group.content.size) selected += wordsIn(group, { from, to })
    })
    if (words === counted.words && selected === counted.selected) return
    counted = { words, selected }
    for (const notify of listeners) notify()
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => whenIdle(count), pauseMs)
  }
  return {
    get: () => counted,
    watch(notify: () => void) {
      const stop = listeners.size === 0 ? watch(wait) : undefined
      listeners.add(notify)
      wait()
      return () => {
        listeners.delete(notify)
        stop?.()
        clearTimeout(timer)
      }
    },
  }
}

/** Safari has no idle moments to ask for. */
function whenIdle(work: (deadline?: IdleDeadline) => void) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout: idleMs })
  else setTimeout(work)
}
