import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../db/database.ts'
import type { BlobStore, OpenBlob } from '../files/blob-store.ts'
import * as packs from './pack-store.ts'
import { printedBy } from './printed.ts'
import type { StartGit } from './process.ts'

/** Where the packs of a space are. */
export interface PackSource {
  readonly db: Database
  readonly blobs: BlobStore
  readonly spaceId: string
  readonly contentId: string
}

/**
 * Packs what a commit adds to some others, in pieces. Nothing in the pack is a delta of something outside, so
 * each pack can be unpacked alone. What was pushed beside the commit is not in it.
 */
export async function* packNew(
  start: StartGit,
  repository: string,
  { tip, without }: { readonly tip: string; readonly without: readonly string[] },
): AsyncGenerator<Buffer> {
  const git = await start(repository, [...lowMemory, 'pack-objects', ...packing])
  try {
    git.stdin.end([tip, ...without.map((oid) => `^${oid}`), ''].join('\n'))
    let [parts, size]: [Buffer[], number] = [[], 0]
    for await (const part of git.stdout) {
      parts.push(part as Buffer)
      size += (part as Buffer).length
      if (size < pieceBytes) continue
      yield Buffer.concat(parts)
      ;[parts, size] = [[], 0]
    }
    await git.ended
    if (size > 0) yield Buffer.concat(parts)
  } finally {
    git.kill()
  }
}

const packing = ['--revs', '--stdout', '--delta-base-offset', '--quiet']
/** Keeps git below its limit while it writes packs. */
export const lowMemory = [...['-c', 'core.bigFileThreshold=4m'], ...['-c', 'pack.windowMemory=32m']]
/** Pieces are in memory while they are stored. */
const pieceBytes = 8 * 1024 * 1024

/** Brings pushed commits, with everything before them, into a repository that has the main branch. */
export async function bringPacks(
  start: StartGit,
  repository: string,
  source: PackSource,
  tips: readonly string[],
) {
  if (tips.length === 0) return
  const kept = await packs.allFor(source.db, source.spaceId, tips)
  const present = await presentAmong(
    start,
    repository,
    kept.map(({ tip }) => tip),
  )
  for (const { tip, pieces } of kept) {
    if (!present.has(tip)) await unpack(start, repository, source, pieces)
  }
}

/** Those of some objects that a repository has. */
export async function presentAmong(
  start: StartGit,
  repository: string,
  oids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (oids.length === 0) return new Set()
  const input = `${oids.join('\n')}\n`
  const printed = await printedBy(start, repository, ['cat-file', '--batch-check'], { input })
  const lines = printed.toString().split('\n')
  return new Set(oids.filter((_, at) => !(lines[at] ?? 'missing').endsWith(' missing')))
}

/** A small pack becomes single objects: git looks into each pack for whatever it needs. */
async function unpack(start: StartGit, repository: string, source: PackSource, pieces: readonly string[]) {
  const [first, ...rest] = pieces
  if (first === undefined) return
  const opened = await openPiece(source, first)
  const isSmall = rest.length === 0 && opened.size <= smallBytes
  const git = await start(
    repository,
    isSmall ? ['unpack-objects', '-q'] : [...lowMemory, 'index-pack', '--stdin'],
  )
  git.stdout.resume()
  const bytes = Readable.from(bytesOf(source, opened, rest), { objectMode: false })
  try {
    // Git says at its end why it stopped reading.
    await pipeline(bytes, git.stdin).catch(() => git.ended)
    await git.ended
  } finally {
    opened.stream.destroy()
    git.kill()
  }
}

const smallBytes = 256 * 1024

async function* bytesOf(
  source: PackSource,
  first: OpenBlob,
  rest: readonly string[],
): AsyncGenerator<Buffer> {
  for await (const part of first.stream) yield part as Buffer
  for (const hash of rest)
    for await (const part of (await openPiece(source, hash)).stream) yield part as Buffer
}

async function openPiece({ blobs, contentId }: PackSource, hash: string): Promise<OpenBlob> {
  const blob = await blobs.open({ contentId, hash })
  if (blob === undefined) throw new Error(`The piece ${hash} of a pack of ${contentId} is missing.`)
  return blob
}
