import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGates, GateFull } from './gates.ts'

test('under each key so many are inside, and the others come in the order of their arrival', async () => {
  const gates = createGates({ insideMax: 2 })
  const came: number[] = []
  let inside = 0
  const work = async (number: number) => {
    const leave = await gates.enter('one')
    came.push(number)
    assert.ok(++inside <= 2)
    await sleep(Math.random() * 5)
    inside--
    leave()
    leave()
  }
  await Promise.all(Array.from({ length: 20 }, (_, number) => work(number)))
  assert.deepEqual(
    came,
    Array.from({ length: 20 }, (_, number) => number),
  )
})

test('keys do not wait for each other', async () => {
  const gates = createGates({ insideMax: 1 })
  await gates.enter('one')
  const leave = await gates.enter('two')
  leave()
  await gates.enter('two')
})

test('whoever finds too many waiting, or waits too long, is turned away and takes no place', async () => {
  const gates = createGates({ insideMax: 1, waitingMax: 1, waitMs: 20 })
  const leave = await gates.enter('one')
  const late = gates.enter('one')
  await assert.rejects(gates.enter('one'), GateFull)
  await assert.rejects(late, GateFull)
  leave()
  await gates.enter('one')
})
