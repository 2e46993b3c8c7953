import type { Database } from '../db/database.ts'
import { presentAmong } from './packs.ts'
import { printedBy } from './printed.ts'
import type { StartGit } from './process.ts'
import { pushLimits } from './push-limits.ts'
import { PushRefusal } from './push-refusal.ts'
import * as commits from './store.ts'

/** Where a pushed commit comes from. */
export interface PushedHistory {
  /** The commit and those before it that are not on the main branch, newest first. */
  readonly fresh: readonly string[]
  /** The commits before it, newest first, also those on the main branch. */
  readonly before: readonly string[]
  /** The newest ancestor that is a revision of the space; undefined if there is none. */
  readonly base: Base | undefined
}

export interface Base {
  readonly oid: string
  readonly revisionId: string
}

export async function readHistory(
  start: StartGit,
  repository: string,
  { db, spaceId, tip, main }: Asked,
): Promise<PushedHistory> {
  const list = (...args: string[]) => listCommits(start, repository, args)
  const fresh = await list(`--max-count=${pushLimits.commits + 1}`, tip, `^${main}`)
  if (fresh.length > pushLimits.commits)
    throw new PushRefusal(`it has more than ${pushLimits.commits} commits; squash them`)
  // Children come before their parents: the first revision in this order is the newest one.
  const ancestors = await list(`--max-count=${ancestorsMax}`, tip)
  const revisions = await commits.revisionsOf(db, spaceId, ancestors)
  const oid = ancestors.find((one) => revisions.has(one)) ?? ''
  const revisionId = revisions.get(oid)
  return {
    fresh,
    before: ancestors.filter((one) => one !== tip),
    base: revisionId === undefined ? undefined : { oid, revisionId },
  }
}

/** The commits before one that are not before its base, newest first. */
export async function commitsBetween(
  start: StartGit,
  repository: string,
  { tip, base }: { readonly tip: string; readonly base: string },
): Promise<readonly string[]> {
  const commits = await listCommits(start, repository, [`--max-count=${ancestorsMax}`, tip, `^${base}`])
  return commits.filter((oid) => oid !== tip)
}

async function listCommits(start: StartGit, repository: string, args: readonly string[]) {
  const printed = await printedBy(start, repository, ['rev-list', '--topo-order', ...args])
  return printed.toString().split('\n').slice(0, -1)
}

/** Whether a commit is another one or among those before it. One that is not there is not. */
export async function isBefore(
  start: StartGit,
  repository: string,
  { oid, tip }: { readonly oid: string; readonly tip: string },
): Promise<boolean> {
  const args = ['rev-list', '--max-count=1', oid, `^${tip}`]
  const isThere = (await presentAmong(start, repository, [oid])).has(oid)
  return isThere && (await printedBy(start, repository, args)).length === 0
}

interface Asked {
  readonly db: Database
  readonly spaceId: string
  readonly tip: string
  /** The last commit of the main branch. */
  readonly main: string
}

/** Besides fresh ones, these can only be the second parents of merges. */
const ancestorsMax = 1_000
