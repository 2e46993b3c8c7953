import { Id } from '@stemma/contract'
import { Type } from 'typebox'

export const organization = Type.Optional(
  Type.String({ ...Id, description: 'The ID of the organization. Without it: all of yours.' }),
)
export const space = Type.String({ ...Id, description: 'The ID of the space.' })
export const changeRequest = Type.String({ ...Id, description: 'The ID of the change request.' })

/** An assistant reads no further pages of a list: what is beyond is found by search. */
export const itemsMax = 100

/** One line for each, or what to do if there is none. */
export function listed(lines: readonly string[], otherwise: string): string {
  return lines.length === 0 ? otherwise : lines.join('\n')
}
