import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers } from './leftovers.ts'
import type { RepositoryName } from './store.ts'

/**
 * Bare repositories on disk, shared by all processes of a host. They are derived from the database, and can
 * be deleted at any time.
 */
export interface GitCache {
  /** The folder of a repository, which is made if it is missing. */
  repository(spaceId: string, name: RepositoryName): Promise<string>
  /** The folders of all repositories that are there. */
  repositories(): Promise<readonly string[]>
  /** Deletes what the cache has of a space. */
  forget(spaceId: string): Promise<void>
  /** Deletes spaces that are gone, and those that nobody has fetched for long. */
  prune(exist: (spaceIds: readonly string[]) => Promise<ReadonlySet<string>>, now: number): Promise<void>
}

export function gitCache(folder: string): GitCache {
  const below = (spaceId: string) => {
    if (!spaceIdPattern.test(spaceId)) throw new RangeError(`${spaceId} is not the ID of a space.`)
    return join(folder, spaceId)
  }
  const forget = async (spaceId: string) => {
    const gone = join(folder, `.gone-${randomUUID()}`)
    // Renamed first: a process never sees half of a repository.
    await rename(below(spaceId), gone).catch(ignoreMissing)
    await rm(gone, { recursive: true, force: true })
  }
  const spaces = async () =>
    (await readdir(folder).catch(() => [])).filter((name) => spaceIdPattern.test(name))
  return {
    forget,
    async repositories() {
      const found = (await spaces()).map(async (id) => {
        const names = await readdir(join(folder, id)).catch(() => [])
        return names.filter((name) => name.endsWith('.git')).map((name) => join(folder, id, name))
      })
      return (await Promise.all(found)).flat()
    },
    async repository(spaceId, name) {
      const path = join(below(spaceId), `${name}.git`)
      const now = new Date()
      const isThere = await utimes(below(spaceId), now, now).then(
        () => stat(join(path, 'HEAD')).then(() => true, ignoreMissing),
        ignoreMissing,
      )
      if (!isThere) await make(path, folder, name)
      return path
    },
    async prune(exist, now) {
      await removeLeftovers(folder, passing, now)
      const spaceIds = await spaces()
      const known = await exist(spaceIds)
      for (const spaceId of spaceIds) {
        const used = await stat(join(folder, spaceId)).catch(() => undefined)
        const isOld = used !== undefined && now - used.mtimeMs > keptMs
        if (!known.has(spaceId) || isOld) await forget(spaceId)
      }
    },
  }
}

/** Folders that live as long as a request, unless its process was killed. */
const passing = /^\.(?:gone|new|push)-/
const spaceIdPattern = /^[\w-]{1,64}$/
const keptMs = 30 * 24 * 60 * 60 * 1000

/** What `git init` would write, without a process. Another process may make the same at the same time. */
async function make(path: string, folder: string, name: RepositoryName) {
  const made = join(folder, `.new-${randomUUID()}`)
  for (const one of ['objects/info', 'objects/pack', 'refs/heads'])
    await mkdir(join(made, one), { recursive: true, mode: 0o700 })
  await writeFile(join(made, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(made, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
  if (name === 'changes') await writeFile(join(made, 'objects/info/alternates'), '../../main.git/objects\n')
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  try {
    await rename(made, path)
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** The commit of a branch; undefined if the repository does not have it yet. */
export async function tipOf(repository: string, branch: string): Promise<string | undefined> {
  const text = await readFile(join(repository, 'refs/heads', branch), 'utf8').catch(ignoreMissing)
  return text === undefined ? undefined : /^[\da-f]{40}/.exec(text)?.[0]
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
