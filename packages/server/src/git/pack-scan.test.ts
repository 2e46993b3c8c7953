import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { copying, entry, namedDelta, offsetDelta, packed, packOf, sealed, sizeBytes } from '../test/packs.ts'
import { scanPack } from './pack-scan.ts'

const folder = await mkdtemp(join(tmpdir(), 'stemma-pack-scan-'))
after(() => rm(folder, { recursive: true }))

async function scan(pack: Buffer) {
  const file = join(folder, 'pack')
  await writeFile(file, pack)
  await scanPack(file)
}

const refuses = (pack: Buffer, message: RegExp) =>
  assert.rejects(scan(pack), { name: 'PushRefusal', message }, String(message))

const megabyte = 1024 * 1024
const id = 'a'.repeat(40)
const [hello, empty] = [packed('blob', 'Hello').bytes, packed('blob', '').bytes]

test('packs with objects of every kind and size pass', async () => {
  await scan(packOf([]))
  await scan(packOf([hello, empty, packed('tag', 'tag').bytes]))
  const random = [255 * 1024, 257 * 1024, 5 * megabyte].map((size) => packed('blob', randomBytes(size)).bytes)
  await scan(packOf([hello, ...random, hello]))
  await scan(packOf([packed('blob', Buffer.alloc(64 * megabyte)).bytes, hello]))
  const delta = copying(5, 5, 0)
  await scan(packOf([hello, offsetDelta(hello.length, delta), namedDelta(id, delta)]))
})

test('an object that is larger than allowed is refused before it is inflated', async () => {
  const bomb = deflateSync(Buffer.alloc(64 * megabyte))
  await refuses(packOf([entry(3, 4 * 1024 * megabyte, bomb)]), /more than 64 MB/)
  await refuses(packOf([entry(3, 64 * megabyte + 1, bomb)]), /more than 64 MB/)
  await refuses(packOf([entry(3, 2 ** 62, bomb)]), /more than 64 MB/)
  await refuses(packOf([entry(3, 10, bomb)]), /another size/)
  await refuses(packOf([entry(3, 300 * 1024, bomb)]), /another size/)
  await refuses(packOf([entry(3, 6, deflateSync(Buffer.from('Hello')))]), /another size/)
})

test('what deltas produce counts, also all together', async () => {
  const base = packed('blob', Buffer.alloc(64 * 1024)).bytes
  const huge = copying(64 * 1024, 2 ** 40, 100)
  await refuses(packOf([base, offsetDelta(base.length, huge)]), /more than 64 MB/)
  await refuses(packOf([namedDelta(id, huge)]), /more than 64 MB/)
  await refuses(
    packOf([namedDelta(id, Buffer.concat([sizeBytes(2 ** 50), sizeBytes(1)]))]),
    /more than 64 MB/,
  )
  const many = Array.from({ length: 17 }, () => namedDelta(id, copying(64 * 1024, 64 * megabyte, 1024)))
  await refuses(packOf(many), /more than 1 GB/)
})

test('deltas need an entry of the right size as their base, and are not too deep', async () => {
  const delta = copying(5, 5, 0)
  await refuses(packOf([hello, offsetDelta(hello.length + 1, delta)]), /no base/)
  await refuses(packOf([hello, offsetDelta(0, delta)]), /no base/)
  await refuses(packOf([hello, offsetDelta(10_000, delta)]), /no base/)
  await refuses(packOf([hello, offsetDelta(hello.length, copying(6, 5, 0))]), /another base/)
  await refuses(packOf([namedDelta(id, Buffer.alloc(0))]), /ends too early/)
  await refuses(packOf([namedDelta(id, Buffer.alloc(30, 0xff))]), /too long/)
  const next = offsetDelta(hello.length, delta)
  const chain = (length: number) => [
    hello,
    next,
    ...Array.from({ length: length - 1 }, () => offsetDelta(next.length, delta)),
  ]
  await scan(packOf(chain(4095)))
  await refuses(packOf(chain(4096)), /too deep/)
})

test('a pack that ends too early, or has more than its objects, is refused', async () => {
  const whole = packOf([hello, packed('blob', randomBytes(300)).bytes])
  for (let end = 0; end < whole.length; end += 7) await refuses(whole.subarray(0, end), /is damaged/)
  for (let end = 12; end < whole.length - 20; end += 7)
    await refuses(sealed(whole.subarray(0, end)), /damaged/)
  await refuses(Buffer.concat([whole, Buffer.alloc(1)]), /checksum/)
  await refuses(packOf([hello, empty], { count: 1 }), /more than its objects/)
  await refuses(packOf([hello, empty], { count: 3 }), /ends too early/)
  await refuses(packOf([hello], { checksum: Buffer.alloc(20) }), /checksum/)
})

test('other versions, types and numbers of objects are refused', async () => {
  await refuses(packOf([hello], { version: 3 }), /version 2/)
  await refuses(packOf([hello], { count: 250_001 }), /more than 250000 objects/)
  await refuses(sealed(Buffer.from('PICK\0\0\0\x02\0\0\0\0')), /not a pack/)
  for (const type of [0, 5]) await refuses(packOf([entry(type, 0, deflateSync(''))]), /unknown type/)
  await refuses(packOf([entry(3, 5, Buffer.from('no zlib stream'))]), /cannot be unpacked/)
})

test('blocks without content cannot keep the reader busy', async () => {
  const nothing = Buffer.concat(Array.from({ length: megabyte }, () => Buffer.of(0, 0, 0, 0xff, 0xff)))
  const stream = Buffer.concat([Buffer.of(0x78, 0x01), nothing])
  await refuses(packOf([entry(3, 0, stream)]), /cannot be unpacked/)
})

test('the event loop goes on while a pack is scanned', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await scan(packOf(Array.from({ length: 5 }, () => packed('blob', Buffer.alloc(60 * megabyte)).bytes)))
  clearInterval(timer)
  assert.ok(turns > 20, `${turns} turns`)
})
