import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { treeContents } from '../../packages/content/src/test/tree-contents.ts'
import { filesOf, givenRecords } from '../../packages/content/src/test/tree-files.ts'
import { requireTreeLaws } from '../../packages/content/src/test/tree-laws.ts'
import { treeId } from './tree-id.ts'

/**
 * Generated contents as trees of files: git stores the files of an export under the same ID, pushing them
 * back changes nothing, links come back as they were, and a space that is made from them has the same files.
 * GIT_LAWS_RUNS sets the number of contents, GIT_LAWS_SEED repeats a run.
 */
const numRuns = Number(process.env.GIT_LAWS_RUNS ?? 10_000)
const seed = Number(process.env.GIT_LAWS_SEED ?? Date.now() % 2 ** 31)

const run = promisify(execFile)
const repository = await mkdtemp(join(tmpdir(), 'git-laws-'))
await run('git', ['init', '--quiet', '--bare', repository])
const importer = spawn('git', ['-C', repository, 'fast-import', '--quiet'], {
  stdio: ['pipe', 'ignore', 'inherit'],
})
const imported = once(importer, 'exit')
const ids = new Map<string, string>()
let differing = 0

const law = fc.asyncProperty(treeContents, async (records) => {
  const { store, content } = await givenRecords(records)
  const files = await requireTreeLaws(store, content)
  const other = await givenRecords(records)
  const id = treeId(files)
  if (treeId(await filesOf(other.store, other.content)) !== id) differing++
  if (files.size === 0) return
  ids.set(`c${ids.size}`, id)
  if (!importer.stdin.write(commitOf(`c${ids.size - 1}`, files))) await once(importer.stdin, 'drain')
})
const details = await fc.check(law, { numRuns, seed })
importer.stdin.end()
await imported

const { stdout } = await run('git', ['-C', repository, 'for-each-ref', '--format=%(refname:short) %(tree)'], {
  maxBuffer: 1e9,
})
const stored = new Map(stdout.split('\n').map((line) => line.split(' ', 2) as [string, string]))
const unlike = [...ids].filter(([name, id]) => stored.get(name) !== id)
const checked = await run('git', ['-C', repository, 'fsck', '--strict', '--no-dangling'], {
  maxBuffer: 1e9,
}).then(
  () => true,
  (error: unknown) => console.error(String(error).slice(0, 2_000)),
)
await rm(repository, { recursive: true })

if (details.failed) console.error(fc.defaultReportMessage(details), details.errorInstance)
const isBroken = details.failed || unlike.length > 0 || differing > 0 || checked !== true
if (isBroken) {
  console.error(`git:laws: broken with GIT_LAWS_SEED=${seed}; unlike: ${unlike.slice(0, 3).join(' ')}`)
  process.exitCode = 1
}
const same = unlike.length === 0 ? 'clone = export' : `${unlike.length} clones unlike their exports`
const changed = details.failed ? 'a clone or its links changed by pushing' : '0 changed by pushing a clone'
console.log(
  `git:laws: ${details.numRuns} contents, ${same}, ${changed}, ${differing} ids differ between stores`,
)

function commitOf(branch: string, files: ReadonlyMap<string, string>): string {
  const lines = [...files].map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  )
  return `commit refs/heads/${branch}\ncommitter A <a@example.com> 0 +0000\ndata 0\n\n${lines.join('')}\n`
}
