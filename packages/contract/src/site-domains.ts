import { type Static, Type } from 'typebox'
import { domainProof } from './email-domains.ts'
import { List, type Operations, PageQuery } from './operation.ts'
import { Id, ObjectName, Values } from './scalars.ts'

/** A host that sites use as a proxy or a custom hostname, and the state of its verification. */
export const SiteDomain = Type.Object(
  {
    object: ObjectName('site-domain'),
    ...domainProof,
    /**
     * Every site URL on this host. Only active ones resolve. `pending`: the host is not verified. `taken`:
     * it is, but another organization uses this URL, or one above or below it.
     */
    addresses: Type.Array(
      Type.Object({
        site: Id,
        type: Values(['proxy', 'hostname']),
        address: Type.String(),
        status: Values(['pending', 'active', 'taken']),
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
    summary: 'List site domains',
    description:
      'Returns the hosts of proxies and custom hostnames, each with the DNS record that verifies it.',
    access: ['org.create'],
    scope: 'site:read',
    query: PageQuery,
    status: 200,
    returns: List(SiteDomain),
  },
  checkSiteDomain: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/site-domains/{siteDomain}/check',
    summary: 'Check a site domain',
    description: 'Starts a check of the DNS record. List the site domains to see the result.',
    access: ['org.create'],
    scope: 'site:write',
    status: 200,
    returns: SiteDomain,
  },
} satisfies Operations
