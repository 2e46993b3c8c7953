import { newestLayout } from '@stemma/content'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { type GitCache, tipOf } from './cache.ts'
import { importer } from './importer.ts'
import { commitLine, type Followed } from './line.ts'
import { bringPacks } from './packs.ts'
import { pushedIn } from './parents.ts'
import { GitFailed, type StartGit } from './process.ts'
import * as commits from './store.ts'
import type { TreeSource } from './tree-files.ts'
import { writeFolders } from './wide-folders.ts'
import { WideRevision } from './write-commit.ts'

export interface Git {
  readonly start: StartGit
  readonly cache: GitCache
}

export interface FollowedSpace extends Omit<TreeSource, 'contentId'> {
  readonly db: Database
  readonly spaceId: string
  /** The host in the addresses of authors. */
  readonly host: string
}

/**
 * Brings the main branch of a space up to its head, and returns the folder of its repository. Several
 * processes may do this at the same time: the database decides about the commits, so all of them make the
 * same ones.
 */
export async function follow(git: Git, space: FollowedSpace): Promise<string | undefined> {
  return followAgain(() => followOnce(git, space))
}

/** Tries again if another process was first, or has deleted the cache. */
export async function followAgain<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isPassing = error instanceof GitFailed || error instanceof Superseded
      if (!isPassing || attempt >= attemptsMax) throw error
    }
  }
}

const attemptsMax = 4

/** Another process has made one of the commits first, with another text. */
export class Superseded extends Error {}

async function followOnce(git: Git, space: FollowedSpace): Promise<string | undefined> {
  const { db, spaceId } = space
  const repository = await git.cache.repository(spaceId, 'main')
  // Read before the head: the branch never has more than the space.
  const tip = await tipOf(repository, 'main')
  const head = await commits.headOf(db, spaceId)
  if (head === undefined) return undefined
  if (tip !== undefined && head.oid?.toString('hex') === tip) return repository
  const from = tip === undefined ? undefined : await commits.revisionOf(db, spaceId, tip)
  const line = await commits.lineBetween(db, { spaceId, from, to: head.revisionId })
  if (tip !== undefined && (from === undefined || line[0]?.parent !== from)) {
    // The database has another history, such as that of a backup.
    await git.cache.forget(spaceId)
    return followOnce(git, space)
  }
  const source = { ...space, contentId: head.contentId }
  let last = tip === undefined || from === undefined ? undefined : { id: from, oid: tip }
  const ids = line.map(({ id }) => id)
  for (let done = 0; done < ids.length; ) {
    const made = await importSome(git, repository, source, last, ids.slice(done, done + revisionsPerImport))
    last = made.at(-1)
    done += made.length
  }
  return repository
}

/** A killed process loses at most this many. */
const revisionsPerImport = 200

type Source = FollowedSpace & TreeSource
type Last = { readonly id: string; readonly oid: string } | undefined

/** Imports revisions up to one with a folder that needs more than fast-import, which is then the first. */
async function importSome(
  git: Git,
  repository: string,
  source: Source,
  last: Last,
  ids: readonly string[],
): Promise<readonly NonNullable<Last>[]> {
  const { db, spaceId } = source
  const described = await commits.describe(db, spaceId, last ? [last.id, ...ids] : ids)
  const followed = { ...source, last, described, ids, trees: undefined }
  await bringPacks(git.start, repository, source, pushedIn(described.values()))
  try {
    return await importLine(git, repository, followed)
  } catch (error) {
    if (!(error instanceof WideRevision)) throw error
    const at = ids.indexOf(error.revisionId)
    if (at > 0) return importLine(git, repository, { ...followed, ids: ids.slice(0, at) })
    const trees = await writeFolders(git.start, repository, { ...error, source })
    return importLine(git, repository, { ...followed, ids: ids.slice(0, 1), trees })
  }
}

async function importLine(git: Git, repository: string, followed: Followed & FollowedSpace) {
  const process = await git.start(repository, ['fast-import', '--quiet', '--done'])
  try {
    const session = importer(process)
    const made = await commitLine(session, followed)
    const { db, spaceId } = followed
    const place = { spaceId, repository: 'main', layout: newestLayout } as const
    const kept = await inTransaction(db, { repeatable: true }, (inside) => commits.keep(inside, place, made))
    if (made.some(({ revisionId, oid }) => kept.get(revisionId) !== oid)) throw new Superseded()
    await session.finish()
    const own = new Set(followed.ids)
    return made.flatMap(({ revisionId, oid }) => (own.has(revisionId) ? [{ id: revisionId, oid }] : []))
  } finally {
    process.kill()
  }
}
