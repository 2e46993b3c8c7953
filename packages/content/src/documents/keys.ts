import { sha256 } from '#hash'
import type { DocumentBlock, DocumentNode } from './nodes.ts'

/** A block and its range of the source. */
export interface Placed {
  readonly block: DocumentBlock
  readonly start: number
  readonly end: number
}

/** Derived from the type of a block and from its source, with each child replaced by its key. */
export function keyOf(
  source: string,
  type: string,
  start: number,
  end: number,
  children: readonly Placed[] = [],
): string {
  const state = newState(type)
  let at = start
  for (const child of children) {
    if (child.start < at || child.end > end) continue
    addRange(state, source, at, child.start)
    const { key = '' } = child.block
    addRange(state, key, 0, key.length)
    at = child.end
  }
  addRange(state, source, at, end)
  return keyFrom(state)
}

/** The key of a block without a source of its own, such as the text of a caption. */
export function textKey(type: string, text: string): string {
  const state = newState(type)
  addRange(state, text, 0, text.length)
  return keyFrom(state)
}

/**
 * Top-level blocks get a cryptographic hash, so that keys can't be forged: a merge treats blocks with the
 * same key as equal. Equal blocks are distinguished by a number; top-level blocks are numbered first, so that
 * their keys rarely change.
 */
export function completeKeys(source: string, placed: readonly Placed[]): void {
  const seen = new Map<string, number>()
  for (const { block, start, end } of placed) {
    const digest = sha256(`${block.type}\n${source.slice(start, end)}`, 'base64url')
    block.key = numbered(digest.slice(0, keyLength), seen)
  }
  for (const { block } of placed) numberBelow(block, seen)
}

const keyLength = 12

/** A fast 64-bit hash, in two halves. */
interface State {
  one: number
  other: number
}

function newState(type: string): State {
  const state = { one: 0x1e3779b9, other: 0x41c6ce57 }
  addRange(state, type, 0, type.length)
  return state
}

/** Reads the text in place: slicing would cost more than the hash. */
function addRange(state: State, text: string, start: number, end: number): void {
  let { one, other } = state
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 0x9e3779b1)
    other = Math.imul(other ^ code, 0x5f356495)
  }
  state.one = Math.imul(one ^ separator, 0x9e3779b1)
  state.other = Math.imul(other ^ separator, 0x5f356495)
}

/** Greater than any code unit. */
const separator = 0x10000

/** Encodes 60 of the 64 bits. */
function keyFrom(state: State): string {
  const [one, other] = [mix(state.one, state.other), mix(state.other, state.one)]
  const last = ((one >>> 24) | ((other >>> 20) & 0xf00)) & 0xfff
  return pair(one) + pair(one >>> 12) + pair(other) + pair(other >>> 12) + pair(last)
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-'
const pairs = Array.from({ length: 4096 }, (_, at) => `${digits[at >> 6]}${digits[at & 63]}`)

function pair(bits: number): string {
  return pairs[bits & 0xfff] ?? ''
}

function mix(one: number, other: number): number {
  const half = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  return (half ^ (half >>> 15)) >>> 0
}

function numbered(key: string, seen: Map<string, number>): string {
  const count = (seen.get(key) ?? 0) + 1
  seen.set(key, count)
  return count === 1 ? key : `${key}-${count}`
}

function numberBelow({ nodes, fragments }: DocumentBlock, seen: Map<string, number>): void {
  if (nodes !== undefined) numberAll(nodes, seen)
  if (fragments !== undefined) for (const fragment of fragments) numberAll(fragment.nodes, seen)
}

/** Nodes that contain a text contain no blocks. */
function numberAll(nodes: readonly DocumentNode[], seen: Map<string, number>): void {
  for (const node of nodes) {
    if (node.object !== 'block') return
    node.key = numbered(node.key ?? '', seen)
    numberBelow(node, seen)
  }
}
