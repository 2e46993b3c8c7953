import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { objectCache } from './object-cache.ts'

test('objects take no more memory than the cache may', () => {
  const cache = objectCache(1_000_000)
  const packed = zstdCompressSync(Buffer.alloc(500, 'text'))
  const hashes = Array.from({ length: 2000 }, (_, index) => `hash ${index}`)
  for (const hash of hashes) cache.set(hash, zstdDecompressSync(packed))
  const buffers = new Set(
    hashes.map((hash) => cache.get(hash)?.buffer).filter((buffer) => buffer !== undefined),
  )
  const kept = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0)
  assert.ok(kept > 400_000 && kept < 1_000_000, `${kept} bytes are kept`)
})

test('what was used last stays, and what is large compared to the cache never comes', () => {
  const cache = objectCache(100_000)
  for (const hash of ['first', 'second', 'third']) cache.set(hash, new Uint8Array(10_000))
  for (let index = 0; index < 7; index++) {
    assert.ok(cache.get('first'))
    cache.set(`other ${index}`, new Uint8Array(10_000))
  }
  assert.ok(cache.get('first'))
  assert.equal(cache.get('second'), undefined)
  cache.set('large', new Uint8Array(20_000))
  assert.equal(cache.get('large'), undefined)
})
