import { canonicalJson } from './canonical.ts'
import { type Content, editContent, type MapChanges } from './content.ts'
import { linkChanges, reusableOwner, sourceOfReusable } from './links/link-entries.ts'
import { count, get, getMany, range } from './map/index.ts'
import type { ObjectStore } from './objects.ts'
import type { Records, ReusableContentRecord } from './records.ts'

export async function findRecord<M extends keyof Records>(
  store: ObjectStore,
  content: Content,
  map: M,
  id: string,
): Promise<Records[M] | undefined> {
  const text = await get(store, content[map], id)
  return text === undefined ? undefined : (JSON.parse(text) as Records[M])
}

/** One page of a list in the order of IDs, and the total length of the list. */
export async function listRecords<M extends keyof Records>(
  store: ObjectStore,
  content: Content,
  map: M,
  page: { readonly after?: string; readonly limit: number },
): Promise<{ readonly items: readonly ({ readonly id: string } & Records[M])[]; readonly count: number }> {
  const [found, all] = await Promise.all([range(store, content[map], page), count(store, content[map])])
  return {
    items: found.map(({ key, value }) => ({ id: key, ...(JSON.parse(value) as Records[M]) })),
    count: all,
  }
}

export async function setRecords<M extends keyof Records>(
  store: ObjectStore,
  content: Content,
  map: M,
  records: ReadonlyMap<string, Records[M] | undefined>,
): Promise<Content> {
  const changes = new Map([...records].map(([id, record]) => [id, record && canonicalJson(record)]))
  const links = map === 'reusableContents' ? await reusableLinkChanges(store, content, changes) : new Map()
  return editContent(store, content, { [map]: changes, links })
}

/** The changes of the link map that changes of reusable contents cause. */
export async function reusableLinkChanges(
  store: ObjectStore,
  content: Content,
  changes: MapChanges,
): Promise<MapChanges> {
  const before = await getMany(store, content.reusableContents, changes.keys())
  const sourceIn = (text: string | undefined) =>
    text === undefined ? undefined : sourceOfReusable(JSON.parse(text) as ReusableContentRecord)
  return linkChanges(
    store,
    [...changes].map(([id, after]) => ({
      owner: reusableOwner(id),
      before: sourceIn(before.get(id)),
      after: sourceIn(after),
    })),
  )
}

export async function readVariables(
  store: ObjectStore,
  content: Content,
): Promise<Readonly<Record<string, string>>> {
  const found = await range(store, content.variables, { limit: variablesMax })
  return Object.fromEntries(found.map(({ key, value }) => [key, value]))
}

const variablesMax = 10_000
