import { findFrontMatter } from './front-matter.ts'
import type { Range } from './guard.ts'
import { nodesOfKind } from './markdown-tree.ts'
import { textStart } from './parse.ts'
import { isWithin, prepare } from './prepare.ts'

/** `{% if … %}`, `{% else if … %}`, `{% else %}` or `{% endif %}`, alone on a line or inside a paragraph. */
export interface ConditionTag extends Range {
  /** `broken`: a branch or an end that can't be parsed. */
  readonly kind: 'if' | 'else if' | 'else' | 'endif' | 'broken'
  /** Absent if the tag can't be parsed. */
  readonly expression?: string
}

/** Condition tags in document order. Tags in code or after a backslash are plain text. */
export function conditionTags(markdown: string): ConditionTag[] {
  if (!markdown.includes('{%') || !tagStart.test(markdown)) return []
  const code = codeIn(markdown)
  const tags: ConditionTag[] = []
  for (const { 0: head, 1: name = '', index } of markdown.matchAll(tagStarts)) {
    if (!isEscaped(markdown, index) && !isWithin(index, code)) tags.push(tagAt(markdown, index, head, name))
  }
  return tags
}

/** Misspelled tags match too, so that they never reveal the text that they were meant to hide. */
const tagStart = /\{%[-+]?\s*(if|else[\s-]*if|else|elsif|elif|end[\s-]*if)(?![\w@/.-])/i
const tagStarts = new RegExp(tagStart, 'gi')

function isEscaped(markdown: string, at: number): boolean {
  let backslashes = 0
  while (backslashes < at && markdown[at - 1 - backslashes] === '\\') backslashes++
  return backslashes % 2 === 1
}

function tagAt(markdown: string, start: number, head: string, name: string): ConditionTag {
  const near = markdown.slice(start, start + head.length + restLengthMax)
  const close = near.indexOf('%}', head.length)
  const isExact =
    close >= 0 && /^\{%[ \t]*[a-z]+(?:[ \t]+if)?$/.test(head) && !/[\r\n]/.test(near.slice(0, close))
  const range = { start, end: start + (close < 0 ? head.length : close + 2) }
  const rest = near.slice(head.length, close).trim()
  if (/^if$/i.test(name))
    return isExact ? { kind: 'if', expression: rest, ...range } : { kind: 'if', ...range }
  if (isExact && /^else[ \t]/.test(name)) return { kind: 'else if', expression: rest, ...range }
  if (isExact && rest === '' && (name === 'else' || name === 'endif')) return { kind: name, ...range }
  return { kind: 'broken', ...range }
}

/** An expression has at most 1024 characters. */
const restLengthMax = 1200

/** Code contains at least one of these, so most texts need not be parsed. */
const codeSigns = /`|~~~|\t| {4}/

function codeIn(markdown: string): readonly Range[] {
  if (!codeSigns.test(markdown)) return []
  const base = textStart(markdown, findFrontMatter(markdown)?.end ?? 0)
  return nodesOfKind(prepare(markdown.slice(base), base).tree, ['code', 'inlineCode'])
}
