import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectStreams } from './expected-streams.ts'
import { launch } from './launcher.ts'

const shell = (script: string) =>
  launch({ command: '/bin/sh', args: ['-c', script], environment: { PATH: '/usr/bin:/bin' } })

/** The parent of a shell: the process that starts programs. */
async function starterPid() {
  const { stdout } = await shell('echo $PPID')
  return Number(await text(stdout))
}

test('another process starts a program, and its streams lead here', async () => {
  const { stdin, stdout, stderr, ended } = await shell('echo $PPID; cat; echo wrong >&2; exit 3')
  stdin.end('some words')
  const [first = '', ...others] = (await text(stdout)).split('\n')
  assert.notEqual(Number(first), process.pid)
  assert.deepEqual(others, ['some words'])
  assert.equal(await text(stderr), 'wrong\n')
  assert.deepEqual(await ended, { code: 3, signal: null })
})

test('a program that can not be started says why', async () => {
  const started = launch({ command: '/nonexistent', args: [], environment: {} })
  const fault = await started.then(
    async ({ ended }) => (await ended).fault,
    (error: Error) => error.message,
  )
  assert.match(fault ?? '', /ENOENT/)
})

test('what a program has written can be read after its end', async () => {
  const { stdout, ended } = await shell('printf %010000d 0')
  await ended
  await sleep(20)
  assert.equal((await text(stdout)).length, 10_000)
})

test('to kill a program ends what it has started, too', async () => {
  const { stdout, ended, kill } = await shell('sleep 600 & echo; wait')
  await once(stdout, 'readable')
  kill()
  assert.deepEqual(await ended, { code: null, signal: 'SIGKILL' })
  // The other program has the same output.
  await finished(stdout, { writable: false })
})

test('if the process that starts programs ends, they end, and the next one gets another', async () => {
  const first = await starterPid()
  const { stdout, ended } = await shell('echo begun; cat; echo over')
  await once(stdout, 'readable')
  process.kill(first, 'SIGKILL')
  assert.match((await ended).fault ?? '', /ended/)
  assert.equal(await text(stdout), 'begun\nover\n')
  assert.notEqual(await starterPid(), first)
})

test('many programs run at the same time, each with its own streams', async () => {
  const words = Array.from({ length: 20 }, (_, at) => `number ${at}`)
  const said = await Promise.all(
    words.map(async (word) => {
      const { stdin, stdout } = await shell('cat')
      stdin.end(word)
      return text(stdout)
    }),
  )
  assert.deepEqual(said, words)
})

test('whoever does not know the name of a stream is cut off', async () => {
  const streams = await expectStreams()
  const expected = streams.expect()
  const stranger = connect({ path: streams.address })
  stranger.end('0'.repeat(expected.name.length))
  assert.equal(await text(stranger), '')
  const friend = connect({ path: streams.address })
  friend.write(`${expected.name}and more`)
  const opened = await expected.opened
  friend.end()
  assert.equal(await text(opened), 'and more')
  streams.close()
})
