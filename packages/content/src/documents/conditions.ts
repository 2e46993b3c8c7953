import { type ConditionTag, conditionTags } from './condition-tags.ts'
import { findFrontMatter } from './front-matter.ts'
import type { Range } from './guard.ts'
import { textStart } from './parse.ts'

/** One of the conditions around a part of a text. It is met if the expression evaluates to `holds`. */
export interface Clause {
  readonly expression: string
  readonly holds: boolean
}

/** Whether an expression is true for a reader; undefined if it can't be evaluated. */
export type Judge = (expression: string) => boolean | undefined

/**
 * A text as a reader sees it: without its condition tags and the parts that they hide. Everything else is
 * kept byte for byte. A condition that can't be evaluated hides all of its branches, and tags that don't pair
 * hide everything that they could belong to.
 */
export function cutConditions(markdown: string, judge: Judge): string {
  let text = markdown
  for (let pass = 0; pass < passesMax; pass++) {
    const conditions = readConditions(text)
    if (conditions === undefined) return text
    text = visibleParts(text, conditions, judge)
  }
  return ''
}

/** Cutting can turn code into text, and that text may contain tags again. */
const passesMax = 8

/** Whether only front matter precedes the first condition, in which case the text has no title. */
export function beginsWithCondition(markdown: string): boolean {
  const [first] = conditionTags(markdown)
  const start = textStart(markdown, findFrontMatter(markdown)?.end ?? 0)
  return first !== undefined && markdown.slice(start, first.start).trim() === ''
}

export interface ConditionalPart {
  readonly markdown: string
  /** Its position in the text without the conditional parts. */
  readonly at: number
  /** All of them must be met; undefined if the part is hidden from everyone. */
  readonly clauses: readonly Clause[] | undefined
}

/** Splits a text into its unconditional text and its conditional parts. */
export function splitConditions(markdown: string): {
  readonly markdown: string
  readonly parts: readonly ConditionalPart[]
} {
  const conditions = readConditions(markdown)
  if (conditions === undefined) return { markdown, parts: [] }
  const open = cutConditions(markdown, () => undefined)
  const whole = conditions.segments.map(({ start, end }) => markdown.slice(start, end)).join('')
  const isStable =
    open === visibleParts(markdown, conditions, () => undefined) && conditionTags(whole).length === 0
  const parts: ConditionalPart[] = []
  let at = 0
  for (const { start, end, guard } of conditions.segments) {
    if (guard === undefined) at += end - start
    else {
      const clauses = isStable ? clausesOf(guard) : undefined
      parts.push({ markdown: markdown.slice(start, end), at: Math.min(at, open.length), clauses })
    }
  }
  return { markdown: open, parts }
}

function clausesOf(guard: Guard): Clause[] | undefined {
  const clauses: Clause[] = []
  for (let one: Guard | undefined = guard; one !== undefined; one = one.parent) {
    if (one.expression === undefined || clauses.length === clausesMax) return undefined
    clauses.push({ expression: one.expression, holds: one.holds })
  }
  return clauses.reverse()
}

const clausesMax = 32

function visibleParts(text: string, { segments, guards }: Conditions, judge: Judge): string {
  const outcomes = new Map<string, boolean | undefined>()
  const judgeOnce = (expression: string) => {
    if (!outcomes.has(expression)) outcomes.set(expression, judge(expression))
    return outcomes.get(expression)
  }
  const met = new Set<Guard | undefined>([undefined])
  for (const guard of guards) {
    const isMet =
      met.has(guard.parent) && guard.expression !== undefined && judgeOnce(guard.expression) === guard.holds
    if (isMet) met.add(guard)
  }
  const shown = segments.filter(({ guard }) => met.has(guard))
  return shown.map(({ start, end }) => text.slice(start, end)).join('')
}

/**
 * The condition of a part of a text: a clause, and those around it. Without an expression it is never met.
 */
interface Guard {
  readonly parent: Guard | undefined
  readonly expression: string | undefined
  readonly holds: boolean
}

const never: Guard = { parent: undefined, expression: undefined, holds: true }

interface Segment extends Range {
  readonly guard: Guard | undefined
}

interface Conditions {
  /** The text between the tags, in order. */
  readonly segments: readonly Segment[]
  /** Parents come before their children. */
  readonly guards: readonly Guard[]
}

function readConditions(markdown: string): Conditions | undefined {
  const tags = conditionTags(markdown)
  if (tags.length === 0) return undefined
  const walk: Walk = { guards: [], open: [], strayTo: 0 }
  const segments: Segment[] = []
  let at = 0
  for (const tag of tags) {
    segments.push({ start: at, end: tag.start, guard: walk.open.at(-1)?.branch })
    step(walk, tag)
    at = tag.end
  }
  segments.push({ start: at, end: markdown.length, guard: walk.open.at(-1)?.branch })
  const unclosedFrom = walk.open[0]?.start ?? markdown.length
  const isMalformed = ({ start }: Segment) => start < walk.strayTo || start >= unclosedFrom
  return {
    guards: walk.guards,
    segments: segments
      .filter(({ start, end }) => end > start)
      .map((segment) => (isMalformed(segment) ? { ...segment, guard: never } : segment)),
  }
}

interface Walk {
  readonly guards: Guard[]
  readonly open: Open[]
  /** The end of the last tag that belongs to no `if`. The text that it was meant to hide is before it. */
  strayTo: number
}

/** An `if` without its `endif` so far. */
interface Open {
  readonly start: number
  /** The guards of the current branch and of the branches after it. */
  readonly branch: Guard
  readonly rest: Guard
}

function step(walk: Walk, tag: ConditionTag): void {
  const { kind, start } = tag
  const top = walk.open.pop()
  if (kind === 'if') {
    if (top !== undefined) walk.open.push(top)
    walk.open.push({ start, ...branchesOf(walk, top?.branch, tag.expression) })
  } else if (top === undefined) {
    walk.strayTo = tag.end
    if (kind !== 'endif') walk.open.push({ start, branch: never, rest: never })
  } else if (kind === 'else if') {
    walk.open.push({ start: top.start, ...branchesOf(walk, top.rest, tag.expression) })
  } else if (kind === 'else') {
    walk.open.push({ start: top.start, branch: top.rest, rest: never })
  } else if (kind === 'broken') {
    walk.open.push({ start: top.start, branch: never, rest: never })
  }
}

function branchesOf({ guards }: Walk, parent: Guard | undefined, expression: string | undefined) {
  if (expression === undefined || parent === never) return { branch: never, rest: never }
  const branch = { parent, expression, holds: true }
  const rest = { parent, expression, holds: false }
  guards.push(branch, rest)
  return { branch, rest }
}
