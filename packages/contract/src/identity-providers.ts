import { type Static, Type } from 'typebox'
import { Id } from './scalars.ts'

/** What SAML and OpenID Connect providers have in common. */
export const ProviderLabel = Type.String({ minLength: 1, maxLength: 30 })

const GroupClaim = Type.String({
  maxLength: 256,
  description: 'The claim (OpenID Connect) or attribute (SAML) that lists the groups of a person.',
})

/** Teams that follow groups of the identity provider, each time a person signs in. */
export const GroupTeams = Type.Array(
  Type.Object({ group: Type.String({ minLength: 1, maxLength: 256 }), team: Id }),
  { maxItems: 100 },
)
export type GroupTeams = Static<typeof GroupTeams>

export const shownGroups = { groupClaim: GroupClaim, groupTeams: GroupTeams }
export const groupSettings = {
  groupClaim: Type.Optional(GroupClaim),
  groupTeams: Type.Optional(GroupTeams),
}
