import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '../../../common/errors.ts'
import { postgresObjects } from '../../../content/postgres-objects.ts'
import type { WantedDrafts } from '../../../git/draft-store.ts'
import { type DraftRepository, followDrafts } from '../../../git/drafts.ts'
import { type FollowedSpace, follow, type Git } from '../../../git/following.ts'
import { GitBusy } from '../../../git/process.ts'
import type { RepositoryName } from '../../../git/store.ts'
import type { Core } from '../../../http/route.ts'
import * as spaces from '../../spaces/spaces/store.ts'

/** The repositories of this machine. */
export interface Caches {
  /** The folder of a repository that has the current revision of its space. */
  upToDate(spaceId: string): Promise<string>
  /** The repository that also has change requests, for people who can read them. */
  drafts(spaceId: string, wanted: WantedDrafts): Promise<DraftRepository>
  /** A repository as it is. A client asks again for what it was told. */
  present(spaceId: string, name: RepositoryName): Promise<string>
  /** Resolves when nothing is being followed. */
  settled(): Promise<unknown>
}

export function openCaches(core: Core, git: Git): Caches {
  const running = new Map<string, Promise<unknown>>()
  /** One after another for each space: a later caller may know a newer revision. */
  const enter = <T>(spaceId: string, work: (space: FollowedSpace) => Promise<T | undefined>): Promise<T> => {
    const start = async () => {
      const space = await followed(core, spaceId)
      const done = space && (await work(space))
      if (done === undefined) throw new ApiError('not_found', 'There is no such space.')
      return done
    }
    const mine = (running.get(spaceId) ?? Promise.resolve()).then(start, start)
    running.set(spaceId, mine)
    const leave = () => {
      if (running.get(spaceId) === mine) running.delete(spaceId)
    }
    mine.then(leave, leave)
    return unlessBusy(inTime(mine))
  }
  return {
    upToDate: (spaceId) => enter(spaceId, (space) => follow(git, space)),
    drafts: (spaceId, wanted) => enter(spaceId, (space) => followDrafts(git, space, wanted)),
    present: (spaceId, name) => git.cache.repository(spaceId, name),
    settled: () => Promise.allSettled(running.values()),
  }
}

async function followed({ db, objects, files, addresses }: Core, spaceId: string) {
  const space = await spaces.find(db, spaceId)
  if (space === undefined) return undefined
  const store = postgresObjects(db, space.contentId, objects)
  const host = new URL(addresses.login()).hostname
  return { db, store, blobs: files.blobs, spaceId, host } satisfies FollowedSpace
}

/** The work goes on behind an answer that it will take longer. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = sleep(waitMs, undefined, { signal: timer.signal }).then(() => {
    throw preparing()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    timer.abort()
    late.catch(() => {})
  }
}

const waitMs = 20_000

function preparing() {
  const message = 'The repository of this space is being prepared. Try again in a minute.'
  return new ApiError('unavailable', message, { retryAfterSeconds: 30 })
}

export function unlessBusy<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw error instanceof GitBusy ? busy() : error
  })
}

function busy() {
  return new ApiError('unavailable', 'Too many others are cloning. Try again.', { retryAfterSeconds: 5 })
}
