import { BlockList, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Whether a program on this machine sent the request itself. A proxy on this machine also connects from the
 * loopback address, but adds a forwarding header.
 */
export function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const address = socket.remoteAddress ?? ''
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !isForwarded && loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
