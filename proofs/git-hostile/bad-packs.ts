import { randomBytes } from 'node:crypto'
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import {
  copying,
  entry,
  namedDelta,
  offsetDelta,
  packed,
  packedCommit,
  packedTree,
  packOf,
  sealed,
  sizeBytes,
} from '../../packages/server/src/test/packs.ts'
import { type Attack, type Known, unknown } from './attack.ts'

/** Packs that are damaged, or larger than they look. Each has a good commit besides. */
export function badPacks(known: Known): readonly Attack[] {
  const file = packed('blob', 'A text\n')
  const tree = packedTree([['100644', 'guide.md', file.id]])
  const commit = packedCommit(tree.id, [known.main])
  const good = [commit.bytes, tree.bytes, file.bytes]
  const attack = (name: string, pack: Buffer): Attack => ({ name, pack, tip: commit.id })
  const withEntry = (name: string, ...bad: readonly Buffer[]) => attack(name, packOf([...good, ...bad]))
  return [
    ...sizes().map(([name, ...bad]) => withEntry(name, ...bad)),
    ...deltas(known, file.bytes).map(([name, ...bad]) => withEntry(name, ...bad)),
    ...streams().map(([name, bad]) => withEntry(name, bad)),
    ...cuts(packOf(good)).map(([name, pack]) => attack(name, pack)),
    ...frames(good).map(([name, pack]) => attack(name, pack)),
  ]
}

type Named = readonly [name: string, ...entries: readonly Buffer[]]

const megabyte = 1024 * 1024

function sizes(): readonly Named[] {
  const zeros = deflateSync(Buffer.alloc(64 * megabyte))
  const large = entry(3, 64 * megabyte, zeros)
  return [
    ['an object of 4 GB', entry(3, 4096 * megabyte, zeros)],
    [
      'an object of one byte too many',
      entry(3, 64 * megabyte + 1, deflateSync(Buffer.alloc(64 * megabyte + 1))),
    ],
    ['an object of 2^62 bytes', entry(3, 2 ** 62, zeros)],
    ['a size without an end', Buffer.alloc(60, 0xff)],
    ['64 MB that say they are 10 bytes', entry(3, 10, zeros)],
    ['64 MB that say they are 1 MB', entry(3, megabyte, zeros)],
    ['10 bytes that say they are 64 MB', entry(3, 64 * megabyte, deflateSync(Buffer.alloc(10)))],
    ['10 bytes that say they are 11', entry(3, 11, deflateSync(Buffer.alloc(10)))],
    ['1 GB of zeros in 17 objects', ...Array.from({ length: 17 }, () => large)],
    ['a commit of 64 MB', entry(1, 64 * megabyte, zeros)],
    ['a folder of 64 MB of zeros', entry(2, 64 * megabyte, zeros)],
  ]
}

function deltas({ foreign, draft }: Known, file: Buffer): readonly Named[] {
  const base = packed('blob', Buffer.alloc(64 * 1024, 'x'))
  const after = (delta: Buffer) => [base.bytes, offsetDelta(base.bytes.length, delta)] as const
  const named = (delta: Buffer) => [base.bytes, namedDelta(base.id, delta)] as const
  const [kilobytes, whole] = [64 * 1024, copying(64 * 1024, 64 * 1024, 1)]
  const sizesOnly = (from: number, to: number, ...rest: number[]) =>
    Buffer.concat([sizeBytes(from), sizeBytes(to), Buffer.from(rest)])
  const bomb = namedDelta(base.id, copying(kilobytes, 64 * megabyte, 1024))
  return [
    ['a delta that produces 1 TB', ...after(copying(kilobytes, 2 ** 40, 100))],
    ['a named delta that produces 1 TB', ...named(copying(kilobytes, 2 ** 40, 100))],
    ['deltas that produce 1 GB together', base.bytes, ...Array.from({ length: 17 }, () => bomb)],
    ['a chain of deltas that doubles', ...doubling()],
    ['a chain of 4,096 deltas', ...chain(4_096)],
    ['a delta for another base', ...after(copying(kilobytes - 1, 10, 1))],
    ['a named delta for another base', ...named(copying(kilobytes - 1, kilobytes, 1))],
    ['a delta with an unknown instruction', ...after(sizesOnly(kilobytes, 10, 0))],
    ['a delta that copies beyond its base', ...after(sizesOnly(kilobytes, 10, 0x94, 0xff, 10))],
    ['a delta that inserts more than it has', ...after(sizesOnly(kilobytes, 100, 100, 1))],
    ['a delta that produces less than it says', ...after(sizesOnly(kilobytes, 10, 1, 1))],
    ['a delta that produces more than it says', ...after(sizesOnly(kilobytes, 1, 2, 1, 1))],
    ['an empty delta', ...after(Buffer.alloc(0))],
    ['a delta that is one size', ...after(sizeBytes(kilobytes))],
    ['a delta with sizes without an end', ...after(Buffer.alloc(30, 0xff))],
    ['a delta of itself', offsetDelta(0, whole)],
    ['a delta of something within an entry', base.bytes, offsetDelta(base.bytes.length - 1, whole)],
    ['a delta of something before the pack', offsetDelta(2 ** 30, whole)],
    ['a delta of the header', offsetDelta(file.length + 12, whole)],
    ['a delta without its base', namedDelta(unknown, whole)],
    ['two deltas of each other', namedDelta('1'.repeat(40), whole), namedDelta('2'.repeat(40), whole)],
    ['a delta of an object of another space', namedDelta(foreign.blob, copying(1, 1, 1))],
    ['a delta of a folder of another space', namedDelta(foreign.tree, copying(1, 1, 1))],
    ['a delta of a draft', namedDelta(draft, copying(1, 1, 1))],
    ['an object twice', base.bytes, base.bytes],
    ['a delta that produces its base', ...named(whole)],
  ]
}

/** Each is twice as large as the one before. */
function doubling(): readonly Buffer[] {
  const entries = [packed('blob', Buffer.alloc(64 * 1024)).bytes]
  for (let size = 64 * 1024; size < 64 * megabyte; size *= 2) {
    const twice = Buffer.concat([
      sizeBytes(size),
      sizeBytes(2 * size),
      Buffer.alloc((2 * size) / 65_536, 0x80),
    ])
    entries.push(offsetDelta(entries.at(-1)?.length ?? 0, twice))
  }
  const again = copying(64 * megabyte, 64 * megabyte, 1024)
  for (let more = 0; more < 16; more++) entries.push(offsetDelta(entries.at(-1)?.length ?? 0, again))
  return entries
}

function chain(length: number): readonly Buffer[] {
  const entries = [packed('blob', Buffer.alloc(10)).bytes]
  const delta = Buffer.concat([sizeBytes(10), sizeBytes(10), Buffer.of(0x90, 10)])
  for (let more = 0; more < length; more++) entries.push(offsetDelta(entries.at(-1)?.length ?? 0, delta))
  return entries
}

function streams(): readonly (readonly [string, Buffer])[] {
  const text = Buffer.from('Some text')
  const wrong = deflateSync(text)
  wrong.writeUInt32BE(0, wrong.length - 4)
  const needed = deflateSync(text, { dictionary: Buffer.from('dictionary') })
  const nothing = Buffer.alloc(5 * 4 * megabyte)
  for (let at = 0; at < nothing.length; at += 5) nothing.writeUInt16BE(0xffff, at + 3)
  return [
    ['a stream with a wrong checksum', entry(3, text.length, wrong)],
    ['a stream that needs a dictionary', entry(3, text.length, needed)],
    ['a gzip stream', entry(3, text.length, gzipSync(text))],
    ['a stream without a header', entry(3, text.length, deflateRawSync(text))],
    ['random bytes as a stream', entry(3, text.length, Buffer.alloc(50, 0xa7))],
    ['20 MB of blocks without content', entry(3, 0, Buffer.of(0x78, 1), nothing)],
    ['an entry of type 0', entry(0, text.length, deflateSync(text))],
    ['an entry of type 5', entry(5, text.length, deflateSync(text))],
    ['a folder that is a text', entry(2, text.length, deflateSync(text))],
    ['a commit that is a text', entry(1, text.length, deflateSync(text))],
    ['a tag that is a text', entry(4, text.length, deflateSync(text))],
  ]
}

/** Cut in the header, an entry, a stream and the checksum; with a checksum that fits, and without. */
function cuts(whole: Buffer): readonly (readonly [string, Buffer])[] {
  const places = [0, 1, 4, 8, 11, 12, 13, 14, 16, 40, whole.length - 30, whole.length - 21]
  const ends = [whole.length - 20, whole.length - 19, whole.length - 1]
  return [
    ...[...places, ...ends].map((end) => [`cut after ${end} bytes`, whole.subarray(0, end)] as const),
    ...places.map((end) => [`cut after ${end} bytes and sealed`, sealed(whole.subarray(0, end))] as const),
  ]
}

function frames(good: readonly Buffer[]): readonly (readonly [string, Buffer])[] {
  const whole = packOf(good)
  return [
    ['no object by its count', packOf(good, { count: 0 })],
    ['fewer objects by its count', packOf(good, { count: 2 })],
    ['more objects by its count', packOf(good, { count: 4 })],
    ['too many objects by its count', packOf(good, { count: 250_001 })],
    ['all objects there can be by its count', packOf(good, { count: 2 ** 32 - 1 })],
    ['a wrong checksum', packOf(good, { checksum: Buffer.alloc(20) })],
    ['a byte after its end', Buffer.concat([whole, Buffer.of(0)])],
    ['a pack after its end', Buffer.concat([whole, whole])],
    [
      'bytes between its objects',
      packOf([good[0] ?? whole, Buffer.alloc(7), ...good.slice(1)], { count: 3 }),
    ],
    ['version 1', packOf(good, { version: 1 })],
    ['version 3', packOf(good, { version: 3 })],
    ['version 2^32 - 1', packOf(good, { version: 2 ** 32 - 1 })],
    ['another beginning', sealed(Buffer.concat([Buffer.from('PICK'), whole.subarray(4, -20)]))],
    ['random bytes', randomBytes(10_000)],
    ['a text', Buffer.from('<!doctype html>'.repeat(100))],
    ['the objects missing', packOf([])],
  ]
}
