import {
  type Applied,
  ContentError,
  editTree,
  hashOf,
  isPointer,
  layOut,
  type TreeEdit,
  treeKindOf,
  type WrittenFile,
} from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { kindOf } from '../../../files/file-kind.ts'
import { type ObjectReader, openObjects } from '../../../git/object-reader.ts'
import type { StartGit } from '../../../git/process.ts'
import { PushRefusal } from '../../../git/push-refusal.ts'
import { type Base, commitsBetween, type PushedHistory } from '../../../git/pushed-history.ts'
import { type DifferentFile, treeDifference } from '../../../git/tree-difference.ts'
import * as revisions from '../content/index.ts'
import { storeFile } from '../stored-files/index.ts'
import * as pushes from './store.ts'

/** A pushed commit, in a repository that has it and the main branch. */
export interface PushedCommit extends Pick<PushedHistory, 'fresh'> {
  readonly start: StartGit
  readonly repository: string
  readonly spaceId: string
  readonly tip: string
  readonly base: Base
}

/** The content that a push makes of its base, which nobody can change: the space needs no lock for it. */
export interface PushedContent {
  readonly applied: Applied
  readonly files: readonly DifferentFile[]
  /** Files that are stored, and to be kept. */
  readonly stored: readonly Stored[]
  /** The bytes of the commit. */
  readonly commit: Buffer
}

type Stored = Parameters<typeof storeFile>[1]

export async function readPushed(context: Context, pushed: PushedCommit): Promise<PushedContent> {
  const { start, repository, spaceId, tip, base } = pushed
  const files = await treeDifference(start, repository, { from: base.oid, to: tip })
  const idAt = files.some(({ kind }) => kind === 'added') ? await pushedIds(context, pushed) : undefined
  const revision = found(
    await revisions.byId(context.db, { spaceId, revisionId: base.revisionId }),
    'revision',
  )
  const view = revisions.view(context, revision)
  const objects = await openObjects(start, repository)
  try {
    const commit = await objects.read(tip)
    const { edit, stored } = await readEdit({ context, objects, revision }, files)
    const hasFile = async (path: string) =>
      !/\p{Cc}/u.test(path) && (await objects.look(`${base.oid}:${path}`))?.type === 'blob'
    const content = await revisions.contentOf(view)
    const options = { now: context.now, newId, hasFile, idAt }
    return { applied: await editTree(view.store, content, edit, options), files, stored, commit }
  } catch (error) {
    throw error instanceof ContentError ? new PushRefusal(error.message) : error
  } finally {
    objects.close()
  }
}

/** Pages that were pushed before keep their IDs, although the base does not have them. */
async function pushedIds(context: Context, { start, repository, spaceId, tip, base }: PushedCommit) {
  const tips = await commitsBetween(start, repository, { tip, base: base.oid })
  const last = await pushes.newestAmong(context.db, { spaceId, tips })
  if (last === undefined) return undefined
  const revision = await revisions.byId(context.db, { spaceId, revisionId: last.revisionId })
  if (revision === undefined) return undefined
  const view = revisions.view(context, revision)
  const { entries } = await layOut(view.store, await revisions.contentOf(view))
  const known = new Map(entries.flatMap((entry) => ('id' in entry ? [[entry.path, entry]] : [])))
  const since = await treeDifference(start, repository, { from: last.tip, to: tip })
  const pathBefore = new Map(since.map((file) => [file.path, file.before]))
  return (path: string, kind: string): string | undefined => {
    const entry = known.get(pathBefore.get(path) ?? path)
    return entry?.kind === kind ? entry.id : undefined
  }
}

interface Reading {
  readonly context: Context
  readonly objects: ObjectReader
  readonly revision: Pick<revisions.RevisionRow, 'contentId' | 'organizationId'>
}

async function readEdit(reading: Reading, files: readonly DifferentFile[]) {
  const written = new Map<string, WrittenFile>()
  const renamed = new Map<string, string>()
  const removed = new Set<string>()
  const stored: Stored[] = []
  let textBytes = 0
  for (const file of files) {
    const { path, before, kind } = file
    if (kind === 'deleted') removed.add(path)
    const isSameKind = before !== undefined && treeKindOf(before) === treeKindOf(path)
    if (before !== undefined && isSameKind) renamed.set(path, before)
    if (before !== undefined && !isSameKind) removed.add(before)
    if (kind === 'deleted' || (isSameKind && !file.hasOtherBytes)) continue
    const one = await readFile(reading, file)
    if ('bytes' in one) textBytes += one.bytes.length
    else stored.push({ ...reading.revision, hash: one.record.hash, size: one.record.size })
    if (textBytes > textBytesMax) throw new PushRefusal('it has more than 64 MB of texts; push fewer at once')
    written.set(path, one)
  }
  return { edit: { written, renamed, removed } satisfies TreeEdit, stored }
}

/** Texts are in memory until they are written. */
const textBytesMax = 64 * 1024 * 1024

async function readFile(
  { context, objects, revision }: Reading,
  { path, mode, blob }: DifferentFile,
): Promise<WrittenFile> {
  // The commit of a submodule is in another repository.
  if (mode === submodule) return { mode, bytes: new Uint8Array() }
  const { size = 0 } = (await objects.look(blob)) ?? {}
  const { bytesMax } = context.files
  if (size > bytesMax)
    throw new PushRefusal(
      `${path} has ${size} bytes, and files can have at most ${bytesMax}; make it smaller`,
    )
  const bytes = await objects.read(blob)
  const isText = treeKindOf(path) !== 'file' || mode === symbolicLink || isPointer(bytes)
  if (isText) return { mode, bytes }
  const name = path.slice(path.lastIndexOf('/') + 1)
  const hash = hashOf(bytes)
  const { contentId, organizationId } = revision
  const storing = { ...context, ...context.files, now: new Date().toISOString() }
  await storeFile(storing, { contentId, organizationId, hash, size }, bytes).catch(toRefusal)
  return { mode, record: { name, ...(await kindOf(bytes, { name })), size, hash } }
}

const symbolicLink = '120000'
const submodule = '160000'

/** The organization has no room left. */
export function toRefusal(error: unknown): never {
  throw error instanceof ApiError && error.status < 500 ? new PushRefusal(error.message) : error
}
