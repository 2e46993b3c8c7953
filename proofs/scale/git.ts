import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { Cleaning } from './cleaning.ts'
import type { PlacedPage } from './spaces.ts'
import { writtenPage } from './texts.ts'

/** The same pages in git, one file each, in a work tree and with git's default settings. */
export interface Repository {
  write(page: PlacedPage, markdown: string): Promise<void>
  commit(page: PlacedPage): Promise<unknown>
  diff(): Promise<unknown>
  /** Creates a branch from the first commit, with other texts. */
  branch(name: string, files: readonly WrittenFile[]): Promise<void>
  /** Merges two branches without a work tree. */
  merge(ours: string, theirs: string): Promise<unknown>
  /** Does nothing, to measure the cost of starting git. */
  nothing(): Promise<unknown>
}

export async function givenRepository(pages: readonly PlacedPage[], cleaning: Cleaning): Promise<Repository> {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-scale-git-'))
  cleaning.add(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const shell = startShell(folder, cleaning)
  await shell('git init --quiet --initial-branch=main')
  await importFiles(folder, importedFrom(pages))
  await shell('git tag first')
  await shell('git reset --quiet --hard')
  return {
    write: (page, markdown) => writeFile(join(folder, fileOf(page)), markdown),
    commit: (page) => shell(`git add '${fileOf(page)}' && git commit --quiet --message=Change`),
    diff: () => shell('git diff --stat HEAD~1 HEAD'),
    branch: (name, files) => importFiles(folder, branchFrom(name, files)),
    merge: (ours, theirs) => shell(`git merge-tree --write-tree ${ours} ${theirs}`),
    nothing: () => shell('git --version'),
  }
}

/** A small shell runs the commands, because a process with much memory takes long to start another. */
function startShell(cwd: string, cleaning: Cleaning) {
  const shell = spawn('sh', { cwd, env: environment, stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface(shell.stdout)
  const closed = once(shell, 'close')
  // The close event informs callers that wait for a shell that was stopped.
  shell.stdin.on('error', () => {})
  cleaning.add(async () => shell.stdin.end())
  return async (command: string) => {
    const answered = Promise.race([once(lines, 'line'), closed.then(() => ['closed'])])
    shell.stdin.write(`{ ${command}; } > /dev/null; echo $?\n`)
    const [code] = await answered
    if (code !== '0') throw new Error(`${command} failed. Read what it says above.`)
  }
}

/** Excludes the git settings of the machine and its user. */
const environment = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Scale',
  GIT_AUTHOR_EMAIL: 'scale@example.com',
  GIT_COMMITTER_NAME: 'Scale',
  GIT_COMMITTER_EMAIL: 'scale@example.com',
}

function fileOf({ path }: PlacedPage): string {
  return `${path}.md`
}

interface WrittenFile {
  readonly page: PlacedPage
  readonly markdown: string
}

async function importFiles(cwd: string, lines: Iterable<string>) {
  const child = spawn('git', ['fast-import', '--quiet', '--force'], {
    cwd,
    env: environment,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(child, 'close')
  await pipeline(lines, child.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error('git could not import the pages. Read what it says above.')
}

/** The first commit, packed as a clone would have it. */
function* importedFrom(pages: readonly PlacedPage[]): Generator<string> {
  yield commitTo('main')
  for (const [index, page] of pages.entries())
    yield importedFile({ page, markdown: writtenPage(index).markdown })
}

function* branchFrom(name: string, files: readonly WrittenFile[]): Generator<string> {
  yield `${commitTo(name)}from refs/tags/first^0\n`
  for (const file of files) yield importedFile(file)
}

function commitTo(branch: string): string {
  return `commit refs/heads/${branch}\ncommitter Scale <scale@example.com> 0 +0000\ndata 6\nCommit\n`
}

function importedFile({ page, markdown }: WrittenFile): string {
  return `M 644 inline ${fileOf(page)}\ndata ${Buffer.byteLength(markdown)}\n${markdown}\n`
}
