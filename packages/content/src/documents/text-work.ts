import { diffBlocks } from './diff.ts'
import { resolveConflicts } from './merge.ts'
import { parseDocument } from './parse.ts'
import { printDocument } from './print.ts'

/** The work whose time grows with the length of texts. Its input and results can be sent to a thread. */
const textTasks = {
  parse: parseDocument,
  /** What a page's text says of its page, and what it links to, without its tree. */
  read: (markdown: string) => {
    const { links, frontMatter, title } = parseDocument(markdown, { page: true })
    return { links, frontMatter, title }
  },
  print: printDocument,
  diff: (before: string, after: string) => [...diffBlocks(before, after)],
  merge: resolveConflicts,
} as const

export type TextTasks = typeof textTasks
export type TextTask = keyof TextTasks

/** Runs a task, now or later, here or elsewhere. */
export type TextRunner = (task: TextTask, input: readonly unknown[]) => Promise<unknown>

/** Runs a task in this thread. */
export function runTextTask(task: TextTask, input: readonly unknown[]): unknown {
  return (textTasks[task] as (...all: readonly unknown[]) => unknown)(...input)
}

const chosen: { runner: TextRunner } = { runner: async (task, input) => runTextTask(task, input) }

/** A server sets this once, so that long texts keep none of its other requests waiting. */
export function runTextTasksWith(runner: TextRunner) {
  chosen.runner = runner
}

export function onText<K extends TextTask>(
  task: K,
  ...input: Parameters<TextTasks[K]>
): Promise<ReturnType<TextTasks[K]>> {
  return chosen.runner(task, input) as Promise<ReturnType<TextTasks[K]>>
}
