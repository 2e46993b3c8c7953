import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Whether a text is the IP address of a single host on the public internet. */
export function isGlobalAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  // A zone names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  return assigned.check(address, 'ipv6') && !special.check(address, 'ipv6')
}

/**
 * All assigned global IPv6 addresses. Mapped, translated, local and multicast addresses are outside of it.
 */
const assigned = new BlockList()
assigned.addSubnet('2000::', 3, 'ipv6')

const special = new BlockList()
for (const [network, prefix] of [
  // This host, private networks, carriers, loopback, link-local.
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  // Protocols, documentation, relays, measurements.
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, reserved, broadcast.
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Looks public, but is the host of virtual machines in a large cloud.
  ['168.63.129.16', 32],
] as const) {
  special.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  // Protocol assignments. Teredo and 6to4 addresses contain an IPv4 address.
  ['2001::', 23],
  ['2002::', 16],
  // Documentation and relays.
  ['2001:db8::', 32],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, prefix, 'ipv6')
}
