import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type InPieces, receivePieces, sendInPieces } from './pieces.ts'

async function received(whole: unknown) {
  const sent: InPieces[] = []
  sendInPieces(whole, (one) => sent.push(one))
  const [first] = sent
  assert.ok(first !== undefined && sent.length === 1)
  const isWhole = first.rest === undefined
  return { value: await receivePieces(first), isWhole }
}

const leaves = (count: number) => Array.from({ length: count }, (_, at) => ({ text: String(at), marks: [] }))

const own = JSON.parse('{ "__proto__": { "a": 1 } }') as unknown

test('a small value is sent whole', async () => {
  for (const whole of [undefined, 'a'.repeat(1_000), { nodes: leaves(10), none: null }, own, []]) {
    assert.deepEqual(await received(whole), { value: whole, isWhole: true })
  }
})

test('a large value is the same when its pieces are put together', async () => {
  const deep = { nodes: [{ nodes: leaves(40_000) }, ...leaves(3), { nodes: [{ nodes: leaves(20_000) }] }] }
  const wholes = [
    leaves(50_000),
    { tree: deep, blocks: leaves(30_000), title: 'Title', frontMatter: undefined },
    { nodes: Array.from({ length: 300 }, () => ({ nodes: leaves(300) })) },
    ['a'.repeat(3_000_000), 'b'.repeat(3_000_000)],
  ]
  for (const whole of wholes) assert.deepEqual(await received(whole), { value: whole, isWhole: false })
})
