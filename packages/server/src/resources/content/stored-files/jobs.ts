import { MissingObject, walkContents } from '@stemma/content'
import { objectCache } from '../../../content/object-cache.ts'
import { postgresObjects } from '../../../content/postgres-objects.ts'
import type { Database } from '../../../db/database.ts'
import { mayDeleteFiles } from '../../../db/file-deletion.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as storedFiles from './store.ts'

/**
 * Deletes bytes that no revision refers to once their claim has expired. Their rows stay locked meanwhile: a
 * request that stores the same bytes waits and writes them again, and one that is about to refer to them
 * waits and is rejected. The job can be killed and run again, because deleting missing bytes is harmless.
 */
export const collectFiles: JobHandlers['collect_files'] = async (_payload, { db, blobs, now }) => {
  await storedFiles.pruneCollected(db, now)
  const expired = await storedFiles.lockExpired(db, now, filesPerRun)
  if (expired.length === 0 || !(await mayDeleteFiles(db))) return
  const forgottenAt = later(now, collectedKeptMs)
  for (const [contentId, files] of Map.groupBy(expired, (file) => file.contentId)) {
    const named = await namedAmong(db, contentId, new Set(files.map(({ hash }) => hash)))
    const collected = named === undefined ? [] : files.filter(({ hash }) => !named.has(hash))
    for (const file of files) {
      if (named === undefined) await storedFiles.setState(db, file, 'claimed', later(now, postponedMs))
      else if (named.has(file.hash)) await storedFiles.setState(db, file, 'kept', now)
      else await storedFiles.setState(db, file, 'collected', forgottenAt)
    }
    for (const file of collected) await blobs.delete(file)
    await storedFiles.release(db, collected)
  }
  if (expired.length === filesPerRun) await enqueue(db, 'collect_files', {})
}

const filesPerRun = 200
/** Longer than any prepared write or import can take to refer to its files. */
const collectedKeptMs = 30 * 24 * 60 * 60 * 1000
const postponedMs = 24 * 60 * 60 * 1000

/**
 * The subset of these files that a revision refers to. Needed because servers of an earlier release refer to
 * files without confirming their claims. Returns undefined if the content can't be read; then nothing is
 * deleted.
 */
async function namedAmong(db: Database, contentId: string, wanted: ReadonlySet<string>) {
  const objects = postgresObjects(db, contentId, objectCache(cacheBytes))
  const read = async (hashes: readonly string[]) => {
    const found = await objects.get(hashes)
    return new Map(hashes.flatMap((hash, at) => (found[at] ? [[hash, found[at]] as const] : [])))
  }
  const named = new Set<string>()
  try {
    const roots = await storedFiles.rootsOf(db, contentId)
    for await (const { files } of walkContents(read, roots, { maps: ['files'] })) {
      for (const { hash } of files) if (wanted.has(hash)) named.add(hash)
    }
    return named
  } catch (error) {
    if (error instanceof MissingObject) return undefined
    throw error
  }
}

const cacheBytes = 1024 * 1024

function later(time: string, ms: number): string {
  return new Date(Date.parse(time) + ms).toISOString()
}
