import type { Structure } from './store.ts'

/** Somebody who reads a published site, as far as conditions can ask about them. */
export interface Audience {
  readonly holds: (condition: string) => boolean
}

/** Nothing is known of a visitor yet, and without claims a condition hides what it stands at. */
export const unknownVisitor: Audience = { holds: () => false }

/** What of a site its audience sees: every condition on the way to it holds. */
export function visibleStructure(structure: Structure, audience: Audience): Structure {
  const isOpen = ({ condition }: { readonly condition: string | null }) =>
    condition === null || audience.holds(condition)
  const sections = structure.sections.filter(isOpen)
  const ids = new Set(sections.map(({ id }) => id))
  const siteSpaces = structure.siteSpaces.filter(
    (one) => isOpen(one) && (one.sectionId === null || ids.has(one.sectionId)),
  )
  const groups = structure.groups.filter(({ id }) => sections.some(({ groupId }) => groupId === id))
  return { groups, sections, siteSpaces }
}
