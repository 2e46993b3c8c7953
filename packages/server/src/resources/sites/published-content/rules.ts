import type { Hidden, Refusal } from '../../../auth/audience.ts'
import type { Structure } from '../../../publishing/structure.ts'

/** The parts of a site, each with the reason if it isn't visible. */
export function explained(
  structure: Structure,
  hidden: ReadonlyMap<string, Hidden>,
  refusal: Refusal | undefined,
) {
  const item = <Type extends string>(type: Type, { id, condition = null }: Part) => {
    const why: Refusal | Hidden | undefined = refusal ?? hidden.get(id)
    return { type, id, visible: why === undefined, ...(why && { why }), ...(condition && { condition }) }
  }
  return [
    ...structure.groups.map((group) => item('site-section-group', { id: group.id })),
    ...structure.sections.map((section) => item('site-section', section)),
    ...structure.siteSpaces.map((siteSpace) => item('site-space', siteSpace)),
  ]
}

interface Part {
  readonly id: string
  readonly condition?: string | null
}
