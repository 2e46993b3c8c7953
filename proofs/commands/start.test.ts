import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

/** The target for the processor time of a start, as a multiple of bare Node's. */
const goal = 4
/** A busy machine distorts single figures, so the test fails only at this multiple of the target. */
const tolerance = 3
const rounds = 7

for (const [command, folder, options] of [
  ['stemma', 'cli', ['--version', '--help']],
  ['stemma-server', 'server', ['--version']],
] as const) {
  test(`${command} ${options.join(' and ')} take at most ${goal} times the time of bare Node`, (t) => {
    const main = fileURLToPath(new URL(`../../packages/${folder}/src/main.ts`, import.meta.url))
    for (const option of options) {
      const ratio = ratioOf([main, option])
      t.diagnostic(`${command} ${option}: ${ratio.toFixed(1)} times bare Node`)
      assert.ok(ratio < goal * tolerance, `${command} ${option} costs ${ratio.toFixed(1)} times bare Node`)
    }
  })
}

/** Medians of alternating runs, so that both see the same load. The first run fills the compile cache. */
function ratioOf(args: readonly string[]): number {
  secondsOf(args)
  const pairs = Array.from({ length: rounds }, () => [secondsOf(args), secondsOf(['-e', '0'])] as const)
  return median(pairs.map(([ours]) => ours)) / median(pairs.map(([, bare]) => bare))
}

/** User and system time of a process, as its shell reports it. */
function secondsOf(args: readonly string[]): number {
  const script = 'TIMEFORMAT="%3U %3S"; time "$@" > /dev/null'
  const { stderr } = spawnSync('bash', ['-c', script, 'bash', process.execPath, ...args], {
    encoding: 'utf8',
  })
  const [user = Number.NaN, system = Number.NaN] = stderr.trim().split(' ').map(Number)
  assert.ok(user + system > 0, stderr)
  return user + system
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
