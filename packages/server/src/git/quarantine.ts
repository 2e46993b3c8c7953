import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { GitFailed, type StartGit } from './process.ts'
import { pushLimits } from './push-limits.ts'
import { PushRefusal } from './push-refusal.ts'
import { requireNewObjects } from './pushed-objects.ts'

/**
 * A repository that has what was pushed, and nothing else but the objects of the repository that it was
 * pushed to. Nobody can fetch from it.
 */
export interface Quarantine {
  /** The folder of a bare repository. */
  readonly repository: string
  /** Deletes the folder. */
  close(): Promise<void>
}

export interface Pushed {
  readonly start: StartGit
  /** The repositories of the cache whose objects the push can name. */
  readonly borrowed: readonly string[]
  /** The file with a pack that `scanPack` has accepted. The quarantine is beside it. */
  readonly pack: string
  readonly tip: string
}

/** Rejects with `PushRefusal` unless the commit and everything that it needs is there and can be used. */
export async function openQuarantine({ start, borrowed, pack, tip }: Pushed): Promise<Quarantine> {
  if (!/^[\da-f]{40}$/.test(tip)) throw new RangeError(`${tip} is not the ID of a commit.`)
  const repository = join(dirname(pack), `quarantine-${randomUUID()}.git`)
  const close = () => rm(repository, { recursive: true, force: true })
  try {
    await make(repository, borrowed)
    await indexPack(start, repository, pack)
    await requireNewObjects({ start, repository, borrowed, tip, index: await indexOf(repository) })
    return { repository, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What git reads of a repository, written by us alone. Folders of packs can't bring more. */
async function make(repository: string, borrowed: readonly string[]) {
  for (const one of ['objects/info', 'objects/pack', 'refs'])
    await mkdir(join(repository, one), { recursive: true, mode: 0o700 })
  await writeFile(join(repository, 'HEAD'), 'ref: refs/heads/main\n')
  await writeFile(join(repository, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
  const lines = borrowed.map((one) => `${join(one, 'objects')}\n`)
  await writeFile(join(repository, 'objects/info/alternates'), lines.join(''))
}

/**
 * `--strict` checks every object, and that everything that an object names is in the pack or borrowed. The
 * borrowed objects are complete, so the whole history is.
 */
async function indexPack(start: StartGit, repository: string, pack: string) {
  const input = `--max-input-size=${pushLimits.packBytes}`
  const git = await start(repository, [
    ...lowMemory,
    'index-pack',
    '--stdin',
    '--fix-thin',
    '--strict',
    input,
  ])
  git.stdout.resume()
  // Git ends before it has read everything if it rejects the pack, and says why.
  const sent = pipeline(createReadStream(pack), git.stdin).catch(() => {})
  try {
    await git.ended
  } catch (error) {
    throw error instanceof GitFailed ? new PushRefusal(reasonOf(error.said)) : error
  } finally {
    git.kill()
    await sent
  }
}

/** Large objects are read in parts, and few bases of deltas are kept, so that git stays below its limit. */
const lowMemory = [...['-c', 'core.bigFileThreshold=4m'], ...['-c', 'core.deltaBaseCacheLimit=16m']]

/** The path of the index that git has made. Its name is the checksum of the pack. */
async function indexOf(repository: string): Promise<string> {
  const folder = join(repository, 'objects/pack')
  const name = (await readdir(folder)).find((one) => one.endsWith('.idx'))
  if (name === undefined) throw new Error('git index-pack has made no index.')
  return join(folder, name)
}

/** What git said about the pack, as far as it concerns the person who pushes. */
function reasonOf(said: string): string {
  const [, id, fault] = /object ([\da-f]{40}): (\w+: [^\n]+)/.exec(said) ?? []
  if (id !== undefined) return `git rejects the object ${id}: ${fault}`
  const [, missing] = /did not receive expected object ([\da-f]{40})/.exec(said) ?? []
  if (missing !== undefined) return `the object ${missing} is missing; fetch, and push again`
  if (/unresolved deltas?/.test(said)) return 'the pack has deltas without their base; fetch, and push again'
  if (/appears twice|already resolved/.test(said)) return 'the pack has an object twice; push again'
  return 'git rejects the pack; check your repository with: git fsck --strict'
}
