import type { Sample } from './sample.ts'

/** One sample for each operation on the identity providers of an organization. */
export const providerSamples: Readonly<Record<string, Sample>> = {
  listSAMLProvidersInOrganizationById: {},
  createOrganizationSAMLProvider: {
    body: ({ teamId }) => ({
      label: 'New',
      ssoURL: 'https://idp.example.com/sso',
      defaultTeam: teamId,
      defaultRole: 'read',
    }),
    foreignBodies: ({ theirs }) => [{ label: 'New', defaultTeam: theirs.teamId }],
  },
  getOrganizationSAMLProviderById: {},
  deleteOrganizationSAMLProvider: {},
  updateOrganizationSAMLProvider: {
    body: ({ teamId }) => ({ label: 'Renamed', entityID: 'https://idp.example.com', defaultTeam: teamId }),
    foreignBodies: ({ theirs }) => [
      { defaultTeam: theirs.teamId },
      { groupTeams: [{ group: 'writers', team: theirs.teamId }] },
    ],
  },
  listSSOProviderLoginsInOrganization: {},
  listOIDCProvidersInOrganizationById: {},
  createOrganizationOIDCProvider: {
    body: ({ teamId }) => ({
      label: 'New',
      issuer: 'https://idp.example.com',
      clientID: 'stemma',
      clientSecret: 'a secret of the client',
      defaultTeam: teamId,
      defaultRole: 'read',
      groupTeams: [{ group: 'writers', team: teamId }],
    }),
    foreignBodies: ({ theirs }) => [
      { label: 'New', defaultTeam: theirs.teamId },
      { label: 'New', groupTeams: [{ group: 'writers', team: theirs.teamId }] },
    ],
  },
  listSCIMTokensInOrganizationById: {},
  createOrganizationSCIMToken: { body: () => ({ label: 'Directory' }) },
  revokeOrganizationSCIMToken: {},
  getOrganizationOIDCProviderById: {},
  deleteOrganizationOIDCProvider: {},
  updateOrganizationOIDCProvider: {
    body: ({ teamId }) => ({ label: 'Renamed', groupClaim: 'roles', defaultTeam: teamId }),
    foreignBodies: ({ theirs }) => [
      { defaultTeam: theirs.teamId },
      { groupTeams: [{ group: 'writers', team: theirs.teamId }] },
    ],
  },
}
