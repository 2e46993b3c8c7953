import { canonicalJson } from '../canonical.ts'
import { ContentError } from '../errors.ts'
import { hashOf } from '../objects.ts'

type ConflictKind = 'document' | 'attribute' | 'deleted-and-edited' | 'moved-twice' | 'slug'
export type ConflictObject = 'page' | 'file' | 'reusable-content' | 'variable'

/** Where two sides changed the same thing in different ways; a side on which there is nothing has none. */
export interface ContentConflict {
  /** Follows from the rest, so it stays while both sides do. */
  readonly id: string
  readonly kind: ConflictKind
  readonly object: ConflictObject
  /** The id of the page, file or reusable content, or the name of the variable. */
  readonly target: string
  /** Which attribute, or for a text the key of the block before it. */
  readonly attribute?: string
  readonly base?: unknown
  readonly ours?: unknown
  readonly theirs?: unknown
}

/** What to do about a conflict: take a side, or something else in its place. */
export type Resolution = 'ours' | 'theirs' | { readonly content: string }

export type Resolutions = ReadonlyMap<string, Resolution>

/** Collects conflicts, and answers those that somebody has decided already. */
export interface Arbiter {
  readonly conflicts: ContentConflict[]
  /** The ids of those that are decided. */
  readonly decided: Set<string>
  /** Undefined where nobody has decided: the conflict is then among the others. */
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

/** A text of one's own fits only where a text stood: elsewhere nobody could read the page any more. */
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
