import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { GitBusy, GitFailed, gitLimits, gitStarter, usableGit } from './process.ts'

const folder = await mkdtemp(join(tmpdir(), 'stemma-git-process-'))
after(() => rm(folder, { recursive: true }))

async function printed(args: readonly string[], limits: Partial<typeof gitLimits> = {}, input = '') {
  const git = await gitStarter({ ...gitLimits, ...limits })(folder, args)
  git.stdin.end(input)
  const [output] = await Promise.all([buffer(git.stdout), git.ended])
  return output.toString()
}

await printed(['init', '--quiet', '--bare'])

test('git runs without the environment, the settings of the machine and hooks', async () => {
  process.env.GIT_AUTHOR_NAME = 'Somebody'
  const settings = await printed(['config', '--list', '--show-scope'])
  assert.doesNotMatch(settings, /^(?:system|global)\t/m)
  assert.match(settings, /^command\tcore\.hookspath=\/dev\/null$/m)
  assert.doesNotMatch(await printed(['-c', 'alias.env=!env', 'env']), /Somebody|DATABASE/)
})

test('a process ends at its limits of memory and time', async () => {
  const limits = async (name: RegExp) =>
    (await printed(['-c', 'alias.limits=!cat /proc/self/limits', 'limits']))
      .split('\n')
      .find((line) => name.test(line))
  assert.match((await limits(/data size/)) ?? '', /268435456 +268435456/)
  assert.match((await limits(/cpu time/)) ?? '', / 60 +60 /)
  assert.match((await limits(/core file/)) ?? '', / 0 +0 /)
  await assert.rejects(printed(['-c', 'alias.wait=!sleep 60', 'wait'], { wallMs: 100 }), GitFailed)
})

test('further processes wait for a place, and are refused if none becomes free', async () => {
  const start = gitStarter({ ...gitLimits, processesMax: 1, waitMs: 50 })
  const first = await start(folder, ['cat-file', '--batch'])
  await assert.rejects(start(folder, ['version']), GitBusy)
  const waiting = start(folder, ['version'])
  first.kill()
  await assert.rejects(first.ended, GitFailed)
  const second = await waiting
  second.stdin.end()
  second.stdout.resume()
  await second.ended
})

test('what git says is part of the error', async () => {
  await assert.rejects(
    printed(['cat-file', '-t', 'x']),
    /git cat-file failed: fatal: Not a valid object name x/,
  )
})

test('the version of git is known', async () => {
  assert.match((await usableGit(gitStarter())) ?? '', /^2\.\d+/)
})
