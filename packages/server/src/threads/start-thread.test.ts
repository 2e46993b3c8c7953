import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const execute = promisify(execFile)

test('a thread works in a process that was started with an --import which fails in threads', async () => {
  const preload = `
    import { isMainThread } from 'node:worker_threads'
    if (!isMainThread) throw new Error('inherited')`
  const convert = `
    const { converterFor } = await import('${new URL('../importing/converter.ts', import.meta.url)}')
    const page = await converterFor('').html('<main><h1>Title</h1><p>Text</p></main>')
    process.stdout.write(page.markdown)
    process.exit(0)`
  const options = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`]
  const program = ['--input-type=module', '--eval', convert]
  const { stdout } = await execute(process.execPath, [...options, ...program])
  assert.match(stdout, /Text/)
})

test('a thread sees nothing of the environment', async () => {
  const { startThread } = await import('./start-thread.ts')
  const program = `data:text/javascript,${encodeURIComponent(
    `import { parentPort } from 'node:worker_threads'; parentPort.postMessage(Object.keys(process.env))`,
  )}`
  const thread = startThread(new URL(program))
  const names = await new Promise((resolve) => thread.once('message', resolve))
  await thread.terminate()
  assert.deepEqual(names, [])
})
