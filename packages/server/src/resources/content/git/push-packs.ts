import { hashOf } from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import * as packs from '../../../git/pack-store.ts'
import { packNew } from '../../../git/packs.ts'
import * as revisions from '../content/index.ts'
import { keepFiles, storeFile } from '../stored-files/index.ts'
import { type PushedCommit, toRefusal } from './push-content.ts'

/** The pack of a push, which is stored. */
export interface StoredPack extends packs.NewPack {
  readonly files: readonly Parameters<typeof storeFile>[1][]
}

/**
 * Stores what a pushed commit adds to the main branch and to what was pushed before. Only that: a client can
 * send anything beside it.
 */
export async function storePack(
  context: Context,
  { start, repository, spaceId, tip, base, fresh }: PushedCommit,
  { bytes, main }: { readonly bytes: Buffer; readonly main: string },
): Promise<StoredPack | undefined> {
  const { db } = context
  const bases = await packs.keptAmong(db, spaceId, fresh)
  if (bases.includes(tip)) return undefined
  const hasDrafts = await packs.hasDrafts(db, spaceId, fresh)
  const row = found(await revisions.byId(db, { spaceId, revisionId: base.revisionId }), 'revision')
  const { contentId, organizationId } = row
  const storing = { ...context, ...context.files, now: new Date().toISOString() }
  const files: StoredPack['files'][number][] = []
  for await (const piece of packNew(start, repository, { tip, without: [main, ...bases] })) {
    const file = { contentId, organizationId, hash: hashOf(piece), size: piece.length }
    await storeFile(storing, file, piece).catch(toRefusal)
    files.push(file)
  }
  return { tip, bytes, bases, hasDrafts, files, pieces: files.map(({ hash }) => hash) }
}

export async function keepPack({ db, now }: Pick<Context, 'db' | 'now'>, spaceId: string, pack: StoredPack) {
  await keepFiles(db, pack.files, now)
  await packs.keep(db, spaceId, pack)
}
