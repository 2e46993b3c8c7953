import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import * as domains from '../../organizations/domains/store.ts'
import * as names from '../../organizations/released-names/store.ts'
import * as sites from './store.ts'

/** Claims the paths that the site's settings name, and releases others. */
export async function claimPaths(context: Context, key: SiteKey) {
  const site = found(await sites.find(context.db, key), 'site')
  await sites.dropAddresses(context, key, site)
  for (const name of await sites.takePaths(context.db, key, site.basename))
    await names.requireFree(context, key.organizationId, { kind: 'site-path', name })
}

/**
 * Claims the proxy and the hostname in the site's settings if the organization has verified their hosts.
 * Otherwise they stay pending. Requires the organization's lock.
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

/** Deletes a site and releases all of its addresses. Requires the organization's lock. */
export async function removeSite(context: Context, key: SiteKey) {
  await sites.dropAddresses(context, key, undefined)
  await sites.remove(context.db, key)
  await nameHosts(context, key.organizationId)
}

/** Verification of a host lasts as long as a site of the organization uses it. */
async function nameHosts({ db, now }: Context, organizationId: string) {
  const hosts = await sites.hostsOf(db, organizationId)
  await domains.replaceAll(db, { organizationId, purpose: 'sites' }, hosts, now)
}

/** The installation's own hosts can't be claimed. Sites get paths there instead. */
export function requireForeignHost(address: string, { addresses }: Pick<Context, 'addresses'>) {
  const [host = ''] = address.split('/')
  if (!addresses.isOwnHost(host)) return
  throw new ApiError(
    'conflict',
    `${host} is a host of this installation. Use a host of your own, or set the basename of the site.`,
  )
}
