import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { isGlobalAddress } from './global-address.ts'

test('addresses of the public internet are global', () => {
  for (const address of [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
  ]) {
    assert.ok(isGlobalAddress(address), address)
  }
})

test('the first and the last address of every special range are not', () => {
  for (const range of specialRanges) {
    const [first, last] = endsOf(range)
    for (const address of [first, last]) assert.ok(!isGlobalAddress(address), `${address} of ${range}`)
  }
})

test('addresses that hide another inside are not, whatever is inside', () => {
  for (const inner of ['127.0.0.1', '10.0.0.1', '8.8.8.8']) {
    for (const prefix of ['::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::']) {
      assert.ok(!isGlobalAddress(prefix + inner), prefix + inner)
    }
  }
  for (const address of ['2002:7f00:1::', '2001:0:4136:e378:8000:63bf:80ff:fffe']) {
    assert.ok(!isGlobalAddress(address), address)
  }
})

test('hosts and metadata of clouds are not, even where the address looks public', () => {
  const hosts = ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254']
  for (const address of hosts) assert.ok(!isGlobalAddress(address), address)
})

test('what is no address, or names an interface, is not', () => {
  for (const text of [
    '',
    'localhost',
    '8.8.8',
    '8.8.8.8.',
    '08.8.8.8',
    '0x8.8.8.8',
    '134744072',
    '8.8.8.8:80',
    '[2606:4700::1]',
    '2606:4700::1%lo',
    '2606:4700::1%25lo',
    'fe80::1%eth0',
    ' 8.8.8.8',
  ]) {
    assert.ok(!isGlobalAddress(text), text)
  }
})

test('what another list of special addresses knows is never global', () => {
  const numbers = (count: number, max: number) =>
    fc.array(fc.oneof(fc.integer({ min: 0, max }), fc.constantFrom(0, 1, max)), {
      minLength: count,
      maxLength: count,
    })
  const heads = fc.constantFrom(0x2001, 0x2002, 0x2620, 0x3fff, 0x64, 0, 0xfe80, 0xfec0, 0x5f00, 0x100)
  const ipv4 = numbers(4, 255).map((bytes) => new ipaddr.IPv4(bytes))
  const ipv6 = fc
    .tuple(fc.oneof(heads, fc.integer({ min: 0, max: 0xffff })), numbers(7, 0xffff))
    .map(([head, rest]) => new ipaddr.IPv6([head, ...rest]))
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6), (address) => {
      return address.range() === 'unicast' || !isGlobalAddress(address.toString())
    }),
    { numRuns: 5000 },
  )
})

const specialRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  '::1/128',
  '::/96',
  '::ffff:0:0/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '4000::/3',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]

function endsOf(range: string): [first: string, last: string] {
  const [network, prefix] = ipaddr.parseCIDR(range)
  const bytes = network.toByteArray()
  const last = bytes.map((byte, index) => byte | (0xff >> Math.min(8, Math.max(0, prefix - index * 8))))
  return [network.toString(), ipaddr.fromByteArray(last).toString()]
}
