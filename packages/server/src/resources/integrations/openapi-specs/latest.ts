import type { Context } from '../../../common/context.ts'
import { bundled, withOwnParts } from './bundling.ts'
import type { Differences } from './differences.ts'
import * as specs from './store.ts'
import type { Tree } from './tree.ts'

/** The last version of a spec. Reading it takes time and memory, so readers keep it by its ID. */
export interface LatestVersion {
  readonly id: string
  readonly specId: string
  /** Absent if it is too large to be drawn. `bytes` is the size of the document as JSON. */
  readonly read: () => Promise<{ readonly document: Tree; readonly bytes: number } | undefined>
}

/** `undefined` if there is no such spec, or it was never processed. */
export async function latestVersion(
  { db }: Pick<Context, 'db'>,
  key: specs.Key,
): Promise<LatestVersion | undefined> {
  const spec = await specs.find(db, key)
  const id = spec?.lastVersion
  if (spec === undefined || id === null || id === undefined) return undefined
  const read = async () => {
    const files = await specs.findFiles(db, { organizationId: key.organizationId, id: spec.id }, id)
    if (files === undefined || files.json.length > drawnBytesMax) return undefined
    return { document: await asOpenAPI3(bundled(JSON.parse(files.json))), bytes: files.json.length }
  }
  return { id, specId: spec.id, read }
}

/** A larger document is not drawn: parsing it would keep everybody waiting. */
export const drawnBytesMax = 8 * 1024 * 1024

/** Swagger 2.0 has other names for nearly everything. */
async function asOpenAPI3(document: Tree): Promise<Tree> {
  if (typeof document.swagger !== 'string') return document
  const { upgrade } = await import('@scalar/openapi-parser')
  return (upgrade(withOwnParts(document)).specification ?? document) as Tree
}

/** What the last versions of a spec changed, newest first. Those that changed nothing are left out. */
export async function lastChanges({ db }: Pick<Context, 'db'>, key: specs.ById, limit: number) {
  const rows = await specs.listChanges(db, key, limit)
  const versions = rows.map(({ createdAt, changes }) => ({ createdAt, ...(changes as Differences) }))
  return versions.filter(({ changes }) => changes.length > 0)
}
