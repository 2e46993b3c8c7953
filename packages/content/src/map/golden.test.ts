import assert from 'node:assert/strict'
import { test } from 'node:test'
import { memoryStore } from '../memory-store.ts'
import * as map from './index.ts'

// Stored maps have these hashes forever: if one changes, the format or the splitting has changed.
const golden = [
  [
    'no entries',
    [],
    '-1DcBxf_Jmz5uvgrHOehwu9tkkeFloCxGhn7cHf18iI',
    '-1DcBxf_Jmz5uvgrHOehwu9tkkeFloCxGhn7cHf18iI',
  ],
  [
    'one entry',
    [{ key: 'key', value: '{"title":"é"}' }],
    'r_IL2i7BnqVTKMk7tdGA54v48TTDPNZK3Btvcvd9mZs',
    'r_IL2i7BnqVTKMk7tdGA54v48TTDPNZK3Btvcvd9mZs',
  ],
  [
    'a thousand ids',
    Array.from({ length: 1_000 }, (_, n) => record(n)),
    '6BGLucevzVCDSbDuYcI8hI1sCddwBciLJHikCoGMGN8',
    'a-065NCCIQSjYbgUlx1qTOvmIZaZeK8REhaWU1jvU4k',
  ],
  [
    'a thousand places',
    Array.from({ length: 1_000 }, (_, n) => place(n)),
    'mDyLlZ6ybDmLtgiD84Gyk9IhH1EFAxu2F2y47POWSPA',
    'v7C9Mv88Lxtxt8oHwMMUOzfOBbfNwLFK6z3xdeR_qrE',
  ],
  [
    'all scripts',
    [...'aé語😀\ue000\0'].map((key) => ({ key, value: key })),
    'tkXJAs8Dkyx9Z-ZsPC7XNguVFwizf_mAx_44zy-Oe6Q',
    '_ipza6FKRToSnu_Xg6-xmQpHZcFUh7H0qCFIv94E-Gg',
  ],
] as const

for (const [name, entries, ofRecords, ofIndex] of golden) {
  test(`the hashes of ${name} are what they were`, async () => {
    assert.equal(await map.build(memoryStore(), map.recordShape, entries), ofRecords)
    assert.equal(await map.build(memoryStore(), map.indexShape, entries), ofIndex)
  })
}

test('the bytes of a small map are what they were', async () => {
  const store = memoryStore()
  const root = await map.build(store, map.recordShape, [
    { key: 'ab', value: 'one' },
    { key: 'aé', value: '' },
    { key: 'aè', value: '語' },
  ])
  const [bytes = new Uint8Array()] = await store.get([root])
  assert.equal(Buffer.from(bytes).toString('hex'), '01000300026162036f6e650102c3a803e8aa9e0201a900')
})

function record(n: number): map.Entry {
  return { key: `${n.toString(36).padStart(9, '0')}${(n * 7_919) % 1_000}`, value: `{"title":"Page ${n}"}` }
}

function place(n: number): map.Entry {
  return { key: `parent ${n % 37}\0${(n * 31) % 62}\0${n}`, value: '' }
}
