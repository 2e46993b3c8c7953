import { toPages } from '../../app/operations.ts'

const atOnce = 100

/** The teams whose title has these words, or all of them. */
export function teamsOf(organizationId: string, title = '') {
  const query = { limit: atOnce, ...(title && { title }) }
  return toPages('listTeamsInOrganizationById', { params: { organizationId }, query })
}

export function collectionsOf(organizationId: string) {
  return toPages('listCollectionsInOrganizationById', {
    params: { organizationId },
    query: { limit: atOnce },
  })
}

export function invitationsOf(organizationId: string) {
  return toPages('listOrganizationInvitations', { params: { organizationId }, query: { limit: atOnce } })
}

export function inviteLinksOf(organizationId: string) {
  return toPages('listOrganizationInviteLinks', { params: { organizationId }, query: { limit: atOnce } })
}

export const ownTokens = toPages('listTokens', { query: { limit: atOnce } })

export const ownSessions = toPages('listSessions', { query: { limit: atOnce } })
