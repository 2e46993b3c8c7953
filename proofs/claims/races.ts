import { type Claimant, givenClaimant, newHost, siteAt } from '../../packages/server/src/test/claiming.ts'
import { givenVerifiedDomain } from '../../packages/server/src/test/domains.ts'
import { manifestFor } from '../../packages/server/src/test/integrating.ts'
import type { Attempt, Stage } from './stage.ts'

/** Two organizations claim one name at once, or one claims a name while another releases it. */
export function races(stage: Stage, rounds: number): readonly Attempt[] {
  return Array.from({ length: rounds }, (_, round) => round).flatMap((round) => [
    ...Object.entries(claims).map(([name, claim]) => ({
      name: `race for one ${name}, round ${round}`,
      run: () => raceFor(stage, claim),
    })),
    ...Object.entries(released).map(([name, change]) => ({
      name: `race for a ${name} that is given up, round ${round}`,
      run: () => raceForReleased(stage, change),
    })),
  ])
}

type Claim = (one: Claimant, host: string, index: number) => Promise<unknown>

const claims: Readonly<Record<string, Claim>> = {
  proxy: ({ claim }, host) => claim({ proxy: `${host}/a` }),
  'proxy and one below it': ({ claim }, host, index) =>
    claim({ proxy: index === 0 ? `${host}/a` : `${host}/a/b` }),
  basename: ({ claim }, host) => claim({ basename: host }),
  'organization hostname': ({ api, at }, host) =>
    api.updateOrganizationById({ ...at, body: { hostname: subdomainOf(host) } }),
  integration: ({ api, organizationId }, host, index) =>
    api.publishIntegration({
      params: { integrationName: index === 0 ? host : host.toUpperCase() },
      body: manifestFor({ id: organizationId }),
    }),
}

async function raceFor({ server }: Stage, claim: Claim) {
  const { both, host } = await givenRivals(server)
  const outcomes = await Promise.allSettled(both.map((one, index) => claim(one, host, index)))
  const winners = outcomes.filter(({ status }) => status === 'fulfilled').length
  return winners === 1 ? undefined : `${winners} of two got it`
}

type Change = (one: Claimant, host: string) => Promise<unknown>

/** The first organization's claim and how it releases it; the second one claims the same name. */
const released: Readonly<Record<string, readonly [Change, Change]>> = {
  proxy: [({ claim }, host) => claim({ proxy: `${host}/a` }), ({ claim }) => claim({ proxy: null })],
  basename: [
    ({ claim }, host) => claim({ basename: host }),
    ({ claim, siteId }) => claim({ basename: `x-${siteId}` }),
  ],
  site: [({ claim }, host) => claim({ basename: host }), ({ api, params }) => api.deleteSiteById({ params })],
  'organization hostname': [
    ({ api, at }, host) => api.updateOrganizationById({ ...at, body: { hostname: subdomainOf(host) } }),
    ({ api, at }, host) => api.updateOrganizationById({ ...at, body: { hostname: `x${subdomainOf(host)}` } }),
  ],
}

async function raceForReleased({ server }: Stage, [take, giveUp]: readonly [Change, Change]) {
  const { both, host } = await givenRivals(server)
  const [one, other] = both
  await take(one, host)
  const [, at] = await Promise.allSettled([giveUp(one, host), take(other, host)])
  const later = await take(other, host).catch(() => undefined)
  return at.status === 'fulfilled' || later !== undefined ? 'somebody else got it' : undefined
}

async function givenRivals(server: Stage['server']) {
  const both = [await givenClaimant(server), await givenClaimant(server)] as const
  const host = newHost()
  for (const { organizationId } of both) await givenVerifiedDomain(server, organizationId, host)
  return { both, host }
}

function subdomainOf(host: string) {
  return host.slice(5, 22).replace(/-$/, '')
}

/** Positive control: an organization claims free names and a host that it owns, which must succeed. */
export async function control({ server }: Stage): Promise<readonly string[]> {
  const { both, host } = await givenRivals(server)
  const [one] = both
  const wrong: string[] = []
  for (const [name, claim] of Object.entries(claims)) {
    const outcome = await claim(one, host, 0).catch((error: unknown) => error)
    if (outcome instanceof Error) wrong.push(`a ${name} that is free was refused: ${outcome.message}`)
  }
  if ((await siteAt(server, `https://${host}/a/page`)) !== one.siteId)
    wrong.push('a proved proxy leads nowhere')
  return wrong
}
