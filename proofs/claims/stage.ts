import { type Claimant, givenClaimant, siteAt } from '../../packages/server/src/test/claiming.ts'
import { givenVerifiedDomain } from '../../packages/server/src/test/domains.ts'
import { serve } from '../../packages/server/src/test/harness.ts'

/** An attacker's attempt. `run` returns a sentence that says what the attacker got, or undefined. */
export interface Attempt {
  readonly name: string
  run(): Promise<unknown>
}

/** Attempts on one kind of name. */
export interface Attack {
  /** The unique keys that enforce uniqueness of these names, as `table.columns`. */
  readonly keys: readonly string[]
  readonly attempts: readonly Attempt[]
  /** Returns the names that no longer belong to the victim. */
  lost(): Promise<readonly string[]>
}

/** The hosts on which the victim publishes. */
export const hosts = {
  proxy: 'docs.acme.example',
  punycode: 'xn--bcher-kva.acme.example',
  hostname: 'www.acme.example',
} as const
const sitesUrl = 'http://sites.stemma.example/s'

/**
 * A victim that has a name of every kind, and two attackers: one without proof of ownership, and one that has
 * verified each host as well.
 */
export async function openStage() {
  const server = await serve({
    publicUrl: 'http://stemma.example',
    appUrl: 'http://app.stemma.example',
    filesUrl: 'http://files.stemma.example',
    sitesUrl,
    rateLimitPerMinute: 10_000_000,
  })
  const [victim, stranger, guest] = [
    await givenClaimant(server),
    await givenClaimant(server),
    await givenClaimant(server),
  ]
  for (const host of Object.values(hosts)) {
    await givenVerifiedDomain(server, victim.organizationId, host)
    await givenVerifiedDomain(server, guest.organizationId, host)
  }
  await victim.claim({ basename: 'acme', proxy: `${hosts.proxy}/help/en` })
  const other = await victim.addSite({ proxy: `${hosts.punycode}/a` })
  const setHostname = ({ api, organizationId }: Claimant, siteId: string, hostname: string | null) =>
    api.updateSiteById({ params: { organizationId, siteId }, body: { hostname } })
  await setHostname(victim, other.siteId, hosts.hostname)
  const addresses: Readonly<Record<string, string>> = {
    [`${sitesUrl}/acme`]: victim.siteId,
    [`${sitesUrl}/%61cme/page`]: victim.siteId,
    [`${sitesUrl}/${victim.siteId}`]: victim.siteId,
    [`https://${hosts.proxy}/help/en`]: victim.siteId,
    [`https://${hosts.proxy.toUpperCase()}:443/help/en/page`]: victim.siteId,
    [`https://${hosts.proxy}./help/en/page/below`]: victim.siteId,
    [`https://${hosts.punycode}/a/page`]: other.siteId,
    [`https://${hosts.hostname}/page`]: other.siteId,
  }
  /** The victim's URLs that now lead elsewhere. */
  const lostAddresses = async () => {
    const asked = Object.entries(addresses).map(async ([url, siteId]) =>
      (await siteAt(server, url)) === siteId ? [] : [url],
    )
    return (await Promise.all(asked)).flat()
  }
  return { server, victim, attackers: [stranger, guest], setHostname, lostAddresses, stop: server.stop }
}

export type Stage = Awaited<ReturnType<typeof openStage>>
