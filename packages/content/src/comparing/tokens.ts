import { align, hunksBetween } from '../documents/align.ts'
import type { AnyNode } from './any-node.ts'

type Leaf = NonNullable<AnyNode['leaves']>[number]

/** A word, a sign, a space, or anything else in a line that is one thing, with what stands around it. */
export interface Token {
  /** Equal for tokens that look the same. */
  readonly id: string
  /** The links and other inlines around it, from the outside. */
  readonly around: readonly AnyNode[]
  readonly text: string
  readonly marks: Leaf['marks']
  /** What is not a text: an emoji, a picture, a formula. */
  readonly atom?: AnyNode
}

/** The content of a block in tokens. */
export function tokensOf(nodes: readonly AnyNode[], around: readonly AnyNode[] = []): readonly Token[] {
  const outer = around.map(({ type, data }) => `${type}${JSON.stringify(data)}`).join()
  return nodes.flatMap((node): readonly Token[] => {
    if (node.leaves !== undefined) return node.leaves.flatMap((leaf) => wordsIn(leaf, around, outer))
    if (node.nodes !== undefined && node.nodes.length > 0) return tokensOf(node.nodes, [...around, node])
    const { key: _key, ...content } = node
    return [{ id: `${outer}\n${JSON.stringify(content)}`, around, text: '', marks: [], atom: node }]
  })
}

const words = /\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu

function wordsIn({ text, marks }: Leaf, around: readonly AnyNode[], outer: string): readonly Token[] {
  const look = marks
    .map(({ type, data }) => `${type}${data === undefined ? '' : JSON.stringify(data)}`)
    .join()
  return (text.match(words) ?? []).map((word) => ({
    id: `${outer}\n${look}\n${word}`,
    around,
    text: word,
    marks,
  }))
}

/** A run of tokens that are the same on both sides, or that replaced others. */
interface Segment {
  readonly isSame: boolean
  readonly before: readonly Token[]
  readonly after: readonly Token[]
}

/** Few words that stayed between many that didn't are not worth reading around. */
const keptMin = 0.25

/** What happened to the tokens, in runs that people can read. */
export function segmentsBetween(before: readonly Token[], after: readonly Token[]): readonly Segment[] {
  const segments = joinShort(rawSegments(before, after))
  const kept = segments.filter(({ isSame }) => isSame).reduce((sum, one) => sum + lengthOf(one.after), 0)
  const isRewritten = kept < keptMin * Math.max(lengthOf(before), lengthOf(after))
  return isRewritten ? [{ isSame: false, before, after }] : segments
}

function rawSegments(before: readonly Token[], after: readonly Token[]): readonly Segment[] {
  const runs = align(
    before.map(({ id }) => id),
    after.map(({ id }) => id),
  )
  const same = runs.map((run) => ({
    isSame: true,
    at: run.after,
    before: before.slice(run.before, run.before + run.length),
    after: after.slice(run.after, run.after + run.length),
  }))
  const changed = hunksBetween(runs, before.length, after.length).map((hunk) => ({
    isSame: false,
    at: hunk.afterStart,
    before: before.slice(hunk.beforeStart, hunk.beforeEnd),
    after: after.slice(hunk.afterStart, hunk.afterEnd),
  }))
  // A run never is empty, so what was replaced at the same place comes before it.
  return [...changed, ...same].sort((a, b) => a.at - b.at || Number(a.isSame) - Number(b.isSame))
}

const sentenceEnd = /^[.!?。！？]$/

/** Joins changes around a run that is shorter than both: a part of a sentence was replaced, not its words. */
function joinShort(segments: readonly Segment[]): readonly Segment[] {
  const joined: Segment[] = []
  for (const segment of segments) {
    const [changed, same] = [joined.at(-2), joined.at(-1)]
    const isShort =
      same?.isSame === true &&
      changed?.isSame === false &&
      !segment.isSame &&
      !same.after.some(({ text }) => sentenceEnd.test(text)) &&
      lengthOf(same.after) <= Math.min(sizeOf(changed), sizeOf(segment))
    if (isShort) joined.splice(-2, 2, joinAll([changed, same, segment]))
    else joined.push(segment)
  }
  // What was joined may now be longer than the run before it.
  return joined.length < segments.length ? joinShort(joined) : joined
}

function joinAll(segments: readonly Segment[]): Segment {
  return {
    isSame: false,
    before: segments.flatMap(({ before }) => before),
    after: segments.flatMap(({ after }) => after),
  }
}

function sizeOf({ before, after }: Segment): number {
  return Math.max(lengthOf(before), lengthOf(after))
}

/** Spaces don't count, and what is not a text counts as a word. */
function lengthOf(tokens: readonly Token[]): number {
  return tokens.reduce((sum, { text, atom }) => sum + (atom === undefined ? text.trim().length : 4), 0)
}
