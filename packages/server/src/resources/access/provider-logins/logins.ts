import type { SSOProviderLogin } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import * as oidcProviders from '../oidc-providers/store.ts'
import * as samlProviders from '../saml-providers/store.ts'

/** The sign-in URLs of the organization's active identity providers of every kind, oldest first. */
export async function ssoLogins(
  { db, addresses }: Pick<Context, 'db' | 'addresses'>,
  organizationId: string,
): Promise<SSOProviderLogin[]> {
  const saml = await samlProviders.listActive(db, organizationId)
  const oidc = await oidcProviders.listActive(db, organizationId)
  const logins = [
    ...saml.map(({ id, label }) => {
      return { id, label, startURL: addresses.samlService(organizationId, id).startURL }
    }),
    ...oidc.map(({ id, label }) => {
      return { id, label, startURL: addresses.oidcService(organizationId, id).startURL }
    }),
  ]
  // IDs sort by creation time.
  return logins.sort((one, other) => (one.id < other.id ? -1 : 1))
}
