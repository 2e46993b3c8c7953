import { type Static, Type } from 'typebox'
import { domainProof } from './email-domains.ts'
import { List, type Operations, PageQuery } from './operation.ts'
import { Id, ObjectName, Values } from './scalars.ts'

/** A host that sites of an organization use as a proxy or as a hostname, and its proof of ownership. */
export const SiteDomain = Type.Object(
  {
    object: ObjectName('site-domain'),
    ...domainProof,
    /** Every address on this host that a site has; a pending one does not resolve. */
    addresses: Type.Array(
      Type.Object({
        site: Id,
        type: Values(['proxy', 'hostname']),
        address: Type.String(),
        status: Values(['pending', 'active']),
      }),
    ),
  },
  { title: 'SiteDomain' },
)
export type SiteDomain = Static<typeof SiteDomain>

export const siteDomainOperations = {
  listSiteDomains: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/site-domains',
    summary: 'List the hosts of proxies and custom hostnames, with the DNS record that verifies each.',
    access: ['org.create'],
    scope: 'site:read',
    query: PageQuery,
    status: 200,
    returns: List(SiteDomain),
  },
  checkSiteDomain: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/site-domains/{siteDomain}/check',
    summary: 'Ask for the DNS record of a host to be checked now. The list shows the result.',
    access: ['org.create'],
    scope: 'site:write',
    status: 200,
    returns: SiteDomain,
  },
} satisfies Operations
