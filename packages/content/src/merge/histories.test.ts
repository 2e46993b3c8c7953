import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { histories, requireLaws } from '../test/histories.ts'

test('nothing that was written disappears without a conflict, in 500 histories', async () => {
  let [merges, conflicts] = [0, 0]
  await fc.assert(
    fc.asyncProperty(histories, async (steps) => {
      const history = await requireLaws(steps)
      merges += history.merges
      conflicts += history.conflicts
    }),
    { numRuns: 500 },
  )
  assert.ok(merges > 500 && conflicts > 100, `${merges} merges with ${conflicts} conflicts tell too little`)
})

test('another process makes the same of the same histories', async () => {
  const script = `
    import fc from 'fast-check'
    import { histories, requireLaws } from ${JSON.stringify(import.meta.resolve('../test/histories.ts'))}
    for (const steps of fc.sample(histories, { seed: 7, numRuns: 20 }))
      console.log((await requireLaws(steps)).roots.join())`
  const options = {
    env: { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8' },
    cwd: import.meta.dirname,
  }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], options)
  const here: string[] = []
  for (const steps of fc.sample(histories, { seed: 7, numRuns: 20 }))
    here.push((await requireLaws(steps)).roots.join())
  assert.equal(stdout.trim(), here.join('\n').trim())
})
