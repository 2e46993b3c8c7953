import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The stock git client, in an empty folder and without settings of the machine. */
export async function givenGit() {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-git-client-'))
  const git = async (...args: string[]) => {
    const env = { ...environment, PATH: process.env.PATH, HOME: folder }
    const { stdout } = await run('git', args, { cwd: folder, env, maxBuffer: 1e8 })
    return stdout
  }
  return { folder, git, drop: () => rm(folder, { recursive: true, force: true }) }
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
