import { isIPv6 } from 'node:net'

/** What attempts and requests are counted by: who has one IPv6 address has a whole network of them. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1]
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail = ''] = (ip.split('%')[0] ?? ip).toLowerCase().split('::')
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)]
  const groups = [...first, ...Array(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return groups.slice(0, 4).join(':')
}
