import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import * as domains from '../../organizations/domains/store.ts'
import * as names from '../../organizations/released-names/store.ts'
import * as sites from './store.ts'

/** Gives a site the paths that its settings say. */
export async function claimPaths(context: Context, key: SiteKey) {
  const site = found(await sites.find(context.db, key), 'site')
  await sites.dropAddresses(context, key, site)
  for (const name of await sites.takePaths(context.db, key, site.basename))
    await names.requireFree(context, key.organizationId, { kind: 'site-path', name })
}

/**
 * Gives a site the proxy and the hostname that its settings say, as far as the organization has proved their
 * hosts; the others are pending. Needs the lock of the organization.
 */
export async function claimFronts(context: Context, key: SiteKey) {
  const { db } = context
  await sites.dropAddresses(context, key, found(await sites.find(db, key), 'site'))
  await nameHosts(context, key.organizationId)
  for (const front of await sites.frontsOf(db, key)) {
    await sites.lockHost(db, front.host)
    if (await sites.isTaken(context, front)) {
      throw new ApiError(
        'conflict',
        `Another site uses ${front.address} or a URL that overlaps with it, or used it recently. ` +
          'Choose another one.',
      )
    }
    const proof = await domains.find(db, { organizationId: key.organizationId, domain: front.host })
    if (proof?.verifiedAt) await sites.takeFront(db, front)
  }
}

/** Gives up all addresses of a site that is deleted. Needs the lock of the organization. */
export async function removeSite(context: Context, key: SiteKey) {
  await sites.dropAddresses(context, key, undefined)
  await sites.remove(context.db, key)
  await nameHosts(context, key.organizationId)
}

/** A host is proved for as long as a site of the organization uses it. */
async function nameHosts({ db, now }: Context, organizationId: string) {
  const hosts = await sites.hostsOf(db, organizationId)
  await domains.replaceAll(db, { organizationId, purpose: 'sites' }, hosts, now)
}

/** Addresses of the installation itself belong to nobody else: sites have their own paths there. */
export function requireForeignHost(proxy: string, { addresses }: Pick<Context, 'addresses'>) {
  const [host = ''] = proxy.split('/')
  if (!addresses.isOwnHost(host)) return
  throw new ApiError(
    'conflict',
    `${host} is a host of this installation. Use a host of your own, or set the basename of the site.`,
  )
}
