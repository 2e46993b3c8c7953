import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLoopTime } from './loop-time.ts'

test('an organization that used more than its part lets others go first', async () => {
  let worked = 0
  const loop = createLoopTime({ workedMs: () => worked })
  const endGreedy = await loop.begin('greedy')
  worked += 400
  endGreedy()
  const endModest = await loop.begin('modest')
  let hasBegun = false
  const waiting = loop.begin('greedy').then((end) => {
    hasBegun = true
    return end
  })
  await sleep(50)
  assert.equal(hasBegun, false)
  const endOther = await loop.begin('another')
  endOther()
  endModest()
  const end = await waiting
  end()
})

test('alone it may use all of the time, and what it owes is forgiven by the clock', async () => {
  let worked = 0
  const loop = createLoopTime({ workedMs: () => worked })
  for (let done = 0; done < 5; done++) {
    const end = await loop.begin('alone')
    worked += 1_000
    end()
  }
  const others = createLoopTime({ workedMs: () => worked })
  const end = await others.begin('greedy')
  worked += 220
  end()
  const endModest = await others.begin('modest')
  const begun = performance.now()
  const endAgain = await others.begin('greedy')
  assert.ok(performance.now() - begun < 5_000, 'though the other has not ended')
  endAgain()
  endModest()
})

test('work is divided among the requests in progress', async () => {
  let worked = 0
  const loop = createLoopTime({ workedMs: () => worked })
  const endOne = await loop.begin('one')
  const endTwo = await loop.begin('two')
  worked += 390
  endOne()
  const endAgain = await loop.begin('one')
  endAgain()
  endTwo()
})
