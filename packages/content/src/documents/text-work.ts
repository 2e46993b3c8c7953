import { printJsonDocument, readJsonDocument } from '../json-document/json-document.ts'
import { diffBlocks } from './diff.ts'
import { resolveConflicts } from './merge.ts'
import { findLinks, parseDocument } from './parse.ts'

/** Tasks whose time grows with the length of texts. Inputs and results can be sent to another thread. */
const textTasks = {
  parse: parseDocument,
  /** The attributes and links in a page's text, without its tree. */
  read: (markdown: string) => {
    const { links, frontMatter, title } = parseDocument(markdown, { page: true })
    return { links, frontMatter, title }
  },
  links: findLinks,
  document: readJsonDocument,
  print: printJsonDocument,
  diff: (before: string, after: string) => [...diffBlocks(before, after)],
  merge: resolveConflicts,
} as const

export type TextTasks = typeof textTasks
export type TextTask = keyof TextTasks

/** Runs a task, in this thread or another. */
export type TextRunner = (task: TextTask, input: readonly unknown[]) => Promise<unknown>

/** Runs a task in this thread. */
export function runTextTask(task: TextTask, input: readonly unknown[]): unknown {
  return (textTasks[task] as (...all: readonly unknown[]) => unknown)(...input)
}

const chosen: { runner: TextRunner } = { runner: async (task, input) => runTextTask(task, input) }

/** A server calls this once, so that long texts don't block its other requests. */
export function runTextTasksWith(runner: TextRunner) {
  chosen.runner = runner
}

export function onText<K extends TextTask>(
  task: K,
  ...input: Parameters<TextTasks[K]>
): Promise<ReturnType<TextTasks[K]>> {
  return chosen.runner(task, input) as Promise<ReturnType<TextTasks[K]>>
}
