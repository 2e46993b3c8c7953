import type { OIDCProvider, SAMLProvider } from '@stemma/contract'
import { toQuery } from '../../../app/operations.ts'

/** As many as one answer can hold: no organization has more of these. */
const query = { limit: 1000 }

export function samlProvidersOf(organizationId: string) {
  return toQuery('listSAMLProvidersInOrganizationById', { params: { organizationId }, query })
}

export function oidcProvidersOf(organizationId: string) {
  return toQuery('listOIDCProvidersInOrganizationById', { params: { organizationId }, query })
}

export function emailDomainsOf(organizationId: string) {
  return { ...toQuery('listEmailDomains', { params: { organizationId }, query }), staleTime: 0 }
}

/** Whether people can sign in through a provider, in a word. */
export function stateOf({ status }: Pick<SAMLProvider | OIDCProvider, 'status'>) {
  return status === 'active'
    ? ({ words: 'Active', tone: 'success' } as const)
    : ({ words: 'Not complete', tone: 'warning' } as const)
}

export function scimTokensOf(organizationId: string) {
  return toQuery('listSCIMTokensInOrganizationById', { params: { organizationId }, query })
}
