import { canonicalJson } from '../canonical.ts'
import type { Arbiter, ConflictObject, Resolution } from './conflict.ts'

export interface Sides<T> {
  readonly base: T | undefined
  readonly ours: T | undefined
  readonly theirs: T | undefined
}

export function isEqual(one: unknown, other: unknown): boolean {
  return one === other || canonicalJson(one ?? null) === canonicalJson(other ?? null)
}

/** Merges a value: the side that changed it wins, and equal changes by both sides agree. */
export function mergeValue<T>(
  { base, ours, theirs }: Sides<T>,
  decide: () => Resolution | undefined,
): T | undefined {
  if (isEqual(ours, theirs) || isEqual(base, theirs)) return ours
  if (isEqual(base, ours)) return theirs
  const resolution = decide()
  if (resolution === 'theirs') return theirs
  return typeof resolution === 'object' ? (resolution.content as T) : ours
}

/** Merges two versions of a record field by field. */
export function mergeFields<T extends object>(
  versions: Sides<T>,
  { object, target, besides }: Fields,
  { decide }: Arbiter,
): T {
  const { base = {}, ours = {}, theirs = {} } = versions as Sides<Record<string, unknown>>
  const names = new Set([base, ours, theirs].flatMap((side) => Object.keys(side)))
  const merged: Record<string, unknown> = {}
  for (const name of names) {
    const sides = { base: base[name], ours: ours[name], theirs: theirs[name] }
    const value = besides.includes(name)
      ? sides.ours
      : mergeValue(sides, () =>
          decide({ kind: 'attribute', object, target, attribute: name, ...present(sides) }),
        )
    if (value !== undefined) merged[name] = value
  }
  return merged as T
}

interface Fields {
  readonly object: ConflictObject
  readonly target: string
  /** Fields that are merged elsewhere. */
  readonly besides: readonly string[]
}

/** The sides that have a value. */
export function present(sides: Sides<unknown>) {
  return Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined))
}
