import { canonicalJson } from '../canonical.ts'
import { ContentError } from '../errors.ts'
import { hashOf } from '../objects.ts'

type ConflictKind = 'document' | 'attribute' | 'deleted-and-edited' | 'moved-twice' | 'slug'
export type ConflictObject = 'page' | 'file' | 'reusable-content' | 'variable'

/** A place where both sides changed the same thing in different ways. A side without a value is absent. */
export interface ContentConflict {
  /** Derived from the other fields, so it is stable as long as no side changes. */
  readonly id: string
  readonly kind: ConflictKind
  readonly object: ConflictObject
  /** The ID of the page, file or reusable content, or the name of the variable. */
  readonly target: string
  /** The name of the attribute; in a text, the key of the block before the conflict. */
  readonly attribute?: string
  readonly base?: unknown
  readonly ours?: unknown
  readonly theirs?: unknown
}

/** How to resolve a conflict: take a side, or use other content. */
export type Resolution = 'ours' | 'theirs' | { readonly content: string }

export type Resolutions = ReadonlyMap<string, Resolution>

/** Collects conflicts, and returns the resolutions of those that are already decided. */
export interface Arbiter {
  readonly conflicts: ContentConflict[]
  /** The IDs of the decided conflicts. */
  readonly decided: Set<string>
  /** Returns undefined and adds the conflict to `conflicts` if there is no resolution for it. */
  decide(conflict: Omit<ContentConflict, 'id'>, id?: string): Resolution | undefined
}

export function arbiter(resolutions: Resolutions): Arbiter {
  const conflicts: ContentConflict[] = []
  const decided = new Set<string>()
  return {
    conflicts,
    decided,
    decide(conflict, id = idOf(conflict)) {
      const resolution = resolutions.get(id)
      if (resolution === undefined) conflicts.push({ id, ...conflict })
      else {
        requireFitting(conflict, resolution)
        decided.add(id)
      }
      return resolution
    },
  }
}

/** Custom content is only accepted in place of a text: anywhere else it would make the page unreadable. */
function requireFitting(
  { kind, object, attribute = '' }: Omit<ContentConflict, 'id'>,
  resolution: Resolution,
) {
  if (typeof resolution !== 'object' || kind === 'document' || object === 'variable') return
  if (kind === 'attribute' && texts.has(attribute) && resolution.content !== '') return
  const what = kind === 'attribute' ? `the ${attribute} of a ${object}` : `a conflict that is ${kind}`
  throw new ContentError('invalid', `This text cannot stand for ${what}. Take ours or theirs.`)
}

const texts: ReadonlySet<string> = new Set(['title', 'description', 'emoji', 'icon', 'condition', 'name'])

function idOf(conflict: Omit<ContentConflict, 'id'>): string {
  return hashOf(canonicalJson(conflict)).slice(0, 22)
}
