import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedRead } from './shared-read.ts'

/** A read whose answers come when the test says so. */
function givenRead() {
  const share = sharedRead<string>()
  const sent: PromiseWithResolvers<string>[] = []
  const read = () => {
    const answer = Promise.withResolvers<string>()
    sent.push(answer)
    return answer.promise
  }
  return { ask: (name = 'one') => share(name, read), sent }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('reads of one turn share a statement, and those with other names have their own', async () => {
  const { ask, sent } = givenRead()
  const asked = [ask(), ask(), ask('two')]
  await turn()
  assert.equal(sent.length, 2)
  sent[0]?.resolve('first')
  sent[1]?.resolve('second')
  assert.deepEqual(await Promise.all(asked), ['first', 'first', 'second'])
})

test('a read that is requested after a statement was sent never gets its answer', async () => {
  const { ask, sent } = givenRead()
  const early = ask()
  await turn()
  const late = [ask(), ask()]
  await turn()
  assert.equal(sent.length, 1)
  sent[0]?.resolve('old')
  assert.equal(await early, 'old')
  await turn()
  assert.equal(sent.length, 2)
  sent[1]?.resolve('new')
  assert.deepEqual(await Promise.all(late), ['new', 'new'])
})

test('a read that fails fails for those who share it, and the next one is sent', async () => {
  const { ask, sent } = givenRead()
  const early = ask()
  await turn()
  const late = ask()
  sent[0]?.reject(new Error('gone'))
  await assert.rejects(early, /gone/)
  await turn()
  sent[1]?.resolve('new')
  assert.equal(await late, 'new')
})
