import type { SiteSection, SiteSectionGroup, SiteSpace, SiteStructure } from '@stemma/contract'
import type { Step } from '../../space/page-moves.ts'

type Kind = 'site-section-group' | 'site-section' | 'site-space'

/** A part of the navigation of a site: a group of sections, a section, or a space that it shows. */
export interface Part {
  readonly id: string
  readonly kind: Kind
  readonly title: string
  readonly path?: string
  readonly isDefault: boolean
  readonly condition?: string
  readonly below: readonly Part[]
  readonly one: SiteSection | SiteSectionGroup | SiteSpace
}

export function partsOf({ structure }: SiteStructure): readonly Part[] {
  return structure.map(toPart)
}

function toPart(one: SiteSection | SiteSectionGroup | SiteSpace): Part {
  if (one.object === 'site-section-group')
    return {
      id: one.id,
      kind: one.object,
      title: one.title,
      isDefault: false,
      below: one.sections.map(toPart),
      one,
    }
  const { id, object: kind, path, default: isDefault = false, condition } = one
  return {
    id,
    kind,
    title: one.title || (one.object === 'site-space' ? one.space.title : '') || 'Untitled space',
    path,
    isDefault,
    ...(condition !== undefined && { condition }),
    below: one.object === 'site-section' ? one.siteSpaces.map(toPart) : [],
    one,
  }
}

/** Where a part stands: below which other, and at which position without itself. */
export interface PartMove {
  readonly into: string | null
  readonly at: number
}

interface Placed extends PartMove {
  readonly part: Part
  readonly siblings: readonly Part[]
}

export type PartTarget = Step | { readonly part: string; readonly to: 'before' | 'after' | 'on' }

export function placeOf(parts: readonly Part[], id: string, into: string | null = null): Placed | undefined {
  for (const [at, part] of parts.entries()) {
    if (part.id === id) return { part, into, at, siblings: parts }
    const found = placeOf(part.below, id, part.id)
    if (found !== undefined) return found
  }
  return undefined
}

export function findPart(parts: readonly Part[], id: unknown): Part | undefined {
  return typeof id === 'string' ? placeOf(parts, id)?.part : undefined
}

/** The move to a target, or undefined if the part is there already or can't be there. */
export function moveOf(parts: readonly Part[], id: string, target: PartTarget): PartMove | undefined {
  const from = placeOf(parts, id)
  const move =
    from && (typeof target === 'string' ? stepFrom(parts, from, target) : dropFrom(parts, from, target))
  if (from === undefined || move === undefined || !mayStand(parts, from, move.into)) return undefined
  return move.into === from.into && move.at === from.at ? undefined : move
}

function stepFrom(parts: readonly Part[], { into, at, siblings }: Placed, step: Step): PartMove | undefined {
  if (step === 'up') return at === 0 ? undefined : { into, at: at - 1 }
  if (step === 'down') return at === siblings.length - 1 ? undefined : { into, at: at + 1 }
  if (step === 'in') {
    const above = siblings[at - 1]
    return above && { into: above.id, at: above.below.length }
  }
  const parent = into === null ? undefined : placeOf(parts, into)
  return parent && { into: parent.into, at: parent.at + 1 }
}

function dropFrom(
  parts: readonly Part[],
  { part }: Placed,
  { part: onto, to }: Exclude<PartTarget, Step>,
): PartMove | undefined {
  const target = placeOf(parts, onto)
  if (target === undefined || onto === part.id) return undefined
  const without = (siblings: readonly Part[]) => siblings.filter(({ id }) => id !== part.id)
  if (to === 'on') return { into: onto, at: without(target.part.below).length }
  const at = without(target.siblings).indexOf(target.part)
  return { into: target.into, at: to === 'before' ? at : at + 1 }
}

/** Sections stand at the root or in a group. Spaces stay in their section, and groups at the root. */
function mayStand(parts: readonly Part[], { part, into: from }: Placed, into: string | null): boolean {
  if (part.kind !== 'site-section') return into === from
  return into === null || findPart(parts, into)?.kind === 'site-section-group'
}

/** The parts after a move. */
export function withMove(parts: readonly Part[], id: string, { into, at }: PartMove): readonly Part[] {
  const part = findPart(parts, id)
  if (part === undefined) return parts
  const without = withoutPart(parts, id)
  if (into === null) return without.toSpliced(at, 0, part)
  return without.map(function put(one): Part {
    if (one.id === into) return { ...one, below: one.below.toSpliced(at, 0, part) }
    return { ...one, below: one.below.map(put) }
  })
}

export function withoutPart(parts: readonly Part[], id: string): readonly Part[] {
  return parts.filter((one) => one.id !== id).map((one) => ({ ...one, below: withoutPart(one.below, id) }))
}

/** `2 sections, 3 spaces`. */
export function countParts(parts: readonly Part[]): string {
  const all = parts.flatMap(function each(one): readonly Part[] {
    return [one, ...one.below.flatMap(each)]
  })
  const count = (kind: Kind, one: string, many: string) => {
    const { length } = all.filter((part) => part.kind === kind)
    return length === 0 ? [] : [`${length} ${length === 1 ? one : many}`]
  }
  return [...count('site-section', 'section', 'sections'), ...count('site-space', 'space', 'spaces')].join(
    ', ',
  )
}
