import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The stock git client, in an empty folder and without settings of the machine. */
export async function givenGit() {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-git-client-'))
  const git = async (...args: string[]) => {
    const env = { ...environment, PATH: process.env.PATH, HOME: folder }
    const { stdout, stderr } = await run('git', args, { cwd: folder, env, maxBuffer: 1e8 })
    return args.includes('push') ? stdout + stderr : stdout
  }
  let clones = 0
  const clone = async (url: string, ...args: string[]) => {
    const name = `clone-${clones++}`
    await git(...args, 'clone', '--quiet', url, name)
    return givenCopy(join(folder, name), git)
  }
  return { folder, git, clone, drop: () => rm(folder, { recursive: true, force: true }) }
}

type RunGit = (...args: string[]) => Promise<string>
export type Copy = ReturnType<typeof givenCopy>

/** A clone, and what a person does with it. */
function givenCopy(folder: string, run: RunGit) {
  const git: RunGit = (...rest) => run('-C', folder, ...rest)
  const commit = async (files: Readonly<Record<string, string | Uint8Array>>, message = 'Change') => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    await git('add', '--all')
    await git('commit', '--quiet', '--message', message)
    return (await git('rev-parse', 'HEAD')).trim()
  }
  /** What git said, and whether the push was accepted. */
  const push = async (...args: string[]) => {
    const target = args.some((one) => !one.startsWith('-')) ? args : [...args, 'HEAD:refs/for/main']
    const pushing = git('push', '--porcelain', 'origin', ...target)
    return pushing.then(
      (said) => ({ isAccepted: true, said }),
      (error: { stdout: string; stderr: string }) => ({
        isAccepted: false,
        said: error.stdout + error.stderr,
      }),
    )
  }
  return { folder, git, commit, push, files: () => filesIn(folder) }
}

const environment = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Test',
  GIT_AUTHOR_EMAIL: 'test@example.com',
  GIT_COMMITTER_NAME: 'Test',
  GIT_COMMITTER_EMAIL: 'test@example.com',
}

/** The files of a folder as texts, by path, without those of git. */
export async function filesIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, string>()
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name).slice(folder.length + 1)
    if (entry.isFile() && !path.startsWith('.git/'))
      files.set(path, await readFile(join(folder, path), 'utf8'))
  }
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)))
}
