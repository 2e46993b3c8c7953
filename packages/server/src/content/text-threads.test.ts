import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onText } from '@stemma/content'
import { workFor } from '../common/owner.ts'
import { useThreads } from './text-threads.ts'

const long = 'Some *words* and a [link](b.md).\n\n'.repeat(5_000)

test('organizations take turns with long texts, so one with many does not delay another', async () => {
  useThreads(1)
  const order: string[] = []
  const read = async (name: string) => {
    await onText('read', long)
    order.push(name)
  }
  const many = workFor('a', () => Promise.all(['a1', 'a2', 'a3', 'a4'].map(read)))
  await Promise.all([many, workFor('b', () => read('b1'))])
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'a4'])
})
