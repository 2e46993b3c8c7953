import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { completion, shells } from '@stemma/command-line'
import { program } from './program.ts'

const folder = await mkdtemp(join(tmpdir(), 'stemma-completion-'))
after(() => rm(folder, { recursive: true }))

for (const shell of shells) {
  const isThere = spawnSync(shell, ['-c', 'true']).status === 0
  test(`the script for ${shell} is one that ${shell} reads`, {
    skip: !isThere && 'not installed',
  }, async () => {
    const { status, stderr } = spawnSync(shell, ['-n', await scriptFor(shell)], { encoding: 'utf8' })
    assert.deepEqual([status, stderr], [0, ''])
  })
}

test('bash completes commands, groups, options and their values', async () => {
  const script = await scriptFor('bash')
  const completed = (...words: string[]) => {
    const set = `source "$0"; COMP_WORDS=(stemma "$@"); COMP_CWORD=${words.length}`
    const ask = `${set}; _stemma; echo "\${COMPREPLY[*]}"`
    return execFileSync('bash', ['-c', ask, script, ...words], { encoding: 'utf8' }).trim()
  }
  assert.equal(completed('wh'), 'whoami')
  assert.equal(completed('cr', 'm'), 'merge')
  assert.equal(completed('cr', 'list', '--st'), '--status')
  assert.equal(completed('cr', 'list', '--status', 'dr'), 'draft')
  assert.equal(completed('completion', 'z'), 'zsh')
  assert.equal(completed('import', 'hand'), '', 'so that bash completes files')
})

async function scriptFor(shell: (typeof shells)[number]): Promise<string> {
  const file = join(folder, `stemma.${shell}`)
  await writeFile(file, await completion(program, shell))
  return file
}
