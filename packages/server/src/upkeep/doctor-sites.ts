import type pg from 'pg'
import { recordOf } from '../resources/organizations/domains/store.ts'
import type { Diagnosis } from './diagnosis.ts'

/** What is missing for each host of a site: its record, its addresses, or a URL that is free. */
export async function siteHosts(client: pg.Client, hasAddress: HasAddress): Promise<Diagnosis[]> {
  const { rows } = await client.query<HostRow>(
    `select d.organization_id as "organizationId", d.domain, d.token, d.problem, d.vouched,
      d.verified_at as "verifiedAt", d.missing_since as "missingSince", count(a.address)::int as active,
      count(*) filter (where f.address is not null)::int as wanted
    from email_domains d
    join sites s on s.organization_id = d.organization_id
    cross join lateral (values ('proxy', s.proxy), ('hostname', s.hostname)) f (kind, address)
    left join site_addresses a on a.kind = f.kind and a.address = f.address and a.site_id = s.id and a.proved
    where d.for_sites and split_part(f.address, '/', 1) = d.domain
    group by d.organization_id, d.domain order by d.domain, d.organization_id limit ${hostsMax}`,
  )
  if (rows.length === 0) return []
  const found: Diagnosis[] = []
  for (const row of rows) {
    const said = stateOf(row) ?? (await reachOf(row, hasAddress))
    if (said !== undefined) found.push({ check: `site host ${row.domain}`, ...said })
  }
  const fine = rows.length - found.length
  if (fine > 0) found.unshift({ check: 'site hosts', verdict: 'fine', says: `${fine} verified and in DNS.` })
  return found
}

/** Scripts of one site could read what people see of the application on the same host. */
export async function sharedHost(client: pg.Client, { publicUrl, sitesUrl }: Hosts): Promise<Diagnosis[]> {
  const [app, sites] = [new URL(publicUrl).host, new URL(sitesUrl).host]
  if (app !== sites) return []
  const { rows } = await client.query('select from sites where published limit 1')
  const advice = 'Give sites a host of their own with STEMMA_SITES_URL'
  const says = `They share the host on which people sign in, ${app}. ${advice}.`
  return rows.length > 0 ? [{ check: 'sites', verdict: 'notice', says }] : []
}

interface Hosts {
  readonly publicUrl: string
  readonly sitesUrl: string
}

function stateOf(row: HostRow): Said | undefined {
  const { name, value } = recordOf(row)
  const set = `Set the TXT record ${name} to ${value}`
  const { verifiedAt, missingSince, problem, organizationId, domain } = row
  if (verifiedAt === null) {
    const seen = problem === 'record_differs' ? ' The records there have other values.' : ''
    const or = `stemma-server domain verify --organization ${organizationId} --domain ${domain}`
    return {
      verdict: 'notice',
      says: `Not verified, so no site is served there.${seen} ${set}, or run ${or}.`,
    }
  }
  if (missingSince !== null)
    return {
      verdict: 'fault',
      says: `Its record is missing since ${missingSince}, and sites there end a week later. ${set}.`,
    }
  if (row.active < row.wanted)
    return {
      verdict: 'notice',
      says:
        'Verified, but another organization uses a URL on it. Change that site, or release the name with ' +
        'stemma-server name free.',
    }
  return undefined
}

async function reachOf({ domain }: HostRow, hasAddress: HasAddress): Promise<Said | undefined> {
  if ((await hasAddress(domain)) !== false) return undefined
  return {
    verdict: 'notice',
    says: 'Verified, but it has no address in DNS. Add a CNAME, A or AAAA record that leads to your proxy.',
  }
}

/** Each host is looked up in DNS. */
const hostsMax = 200

type Said = Omit<Diagnosis, 'check'>

export type HasAddress = (host: string) => Promise<boolean | undefined>

interface HostRow {
  readonly organizationId: string
  readonly domain: string
  readonly token: string
  readonly problem: string | null
  readonly vouched: boolean
  readonly verifiedAt: string | null
  readonly missingSince: string | null
  readonly active: number
  readonly wanted: number
}
