import { lookup } from 'node:dns/promises'
import { isIP, SocketAddress } from 'node:net'
import { isGlobalAddress } from './global-address.ts'
import { OutsideError } from './outside-error.ts'

/** All addresses of a name. */
export type Resolver = (name: string) => Promise<readonly string[]>

const urlLengthMax = 8192

export function requireUrl(text: string, base?: URL): URL {
  const url = text.length > urlLengthMax ? null : URL.parse(text, base?.href)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new OutsideError('invalid_url')
  if (url.username !== '' || url.password !== '') throw new OutsideError('invalid_url')
  if (otherPorts.has(portOf(url))) throw new OutsideError('invalid_url')
  return url
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** The host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** Returns the addresses to connect to. If any address of the host is not allowed, none is. */
export async function requireAddresses(
  url: URL,
  resolve: Resolver,
  allowed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) === 0 ? await resolvedBy(resolve, host) : [host]
  const mayCall = (address: string) =>
    isGlobalAddress(address) || allowed.has(endpointOf(address, portOf(url)))
  if (!addresses.every(mayCall)) throw new OutsideError('refused_address')
  return addresses
}

async function resolvedBy(resolve: Resolver, name: string): Promise<readonly string[]> {
  const addresses = await resolve(name).catch((error: unknown) => {
    throw new OutsideError('unresolved', error)
  })
  if (addresses.length === 0) throw new OutsideError('unresolved')
  return addresses
}

export async function systemResolver(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, order: 'verbatim' })
  return found.map(({ address }) => address)
}

/**
 * Accepts `10.0.0.1:8080` and `[fd00::1]:8080`. Names are rejected, because what they resolve to can change.
 */
export function allowedEndpoints(entries: readonly string[]): ReadonlySet<string> {
  return new Set(
    entries.map((entry) => {
      const url = /:\d+$/.test(entry) ? URL.parse(`http://${entry}`) : null
      if (url === null || isIP(hostOf(url)) === 0 || url.pathname !== '/' || url.username !== '') {
        throw new TypeError(`${entry} is not valid. Write an IP address and a port, such as 10.0.0.1:8080.`)
      }
      return endpointOf(hostOf(url), portOf(url))
    }),
  )
}

/** A canonical form, however the address is written. */
function endpointOf(address: string, port: number): string {
  if (isIP(address) === 0) return ''
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  return `${new SocketAddress({ address, family }).address} ${port}`
}

/** Ports that browsers block, and ports of databases and queues: no web server listens there. */
const otherPorts = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514,
  515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 873, 989, 990, 993, 995, 1433, 1521, 1719,
  1720, 1723, 2049, 2181, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672, 6000, 6379, 6432, 6566, 6665,
  6666, 6667, 6668, 6669, 6679, 6697, 9092, 10080, 11211, 27017,
])
