import type { Content } from '../content.ts'
import { findRecord, setRecords } from '../files.ts'
import type { Overlay } from '../overlay.ts'
import { editPages } from '../pages/edit-pages.ts'
import type { GitBlob, PageRecord } from '../pages/page-record.ts'
import { findPages } from '../pages/read-pages.ts'
import type { FileRecord, ReusableContentRecord } from '../records.ts'
import { layOut } from './layout.ts'
import type { Held } from './tree-edit.ts'

/** Notes the paths of files that the layout would put elsewhere. */
export async function keepPaths(
  store: Overlay,
  content: Content,
  held: ReadonlyMap<string, Held>,
): Promise<Content> {
  const { pathOf } = await layOut(store, content)
  const wrong = [...held.values()].filter(({ kind, id, path }) => pathOf(`${kind}s/${id}`) !== path)
  if (wrong.length === 0) return content
  const ofKind = (wanted: Held['kind']) => wrong.filter(({ kind }) => kind === wanted)
  const pages = await findPages(
    store,
    content,
    ofKind('page').map(({ id }) => id),
  )
  const edits = new Map<string, PageRecord>()
  for (const { id, path } of ofKind('page')) {
    const page = pages.get(id)
    if (page?.type === 'document') edits.set(id, { ...page, git: at(path) })
  }
  const files = new Map<string, FileRecord>()
  const includes = new Map<string, ReusableContentRecord>()
  for (const { kind, id, path } of wrong) {
    if (kind === 'page') continue
    const [map, changed] =
      kind === 'file' ? ([`files`, files] as const) : (['reusableContents', includes] as const)
    const record = await findRecord(store, content, map, id)
    if (record) changed.set(id, { ...record, git: at(path) } as never)
  }
  const paged = await editPages(store, content, edits)
  const filed = await setRecords(store, paged, 'files', files)
  return setRecords(store, filed, 'reusableContents', includes)
}

/** The object ID is that of the commit, which the content does not know. */
function at(path: string): GitBlob {
  return { oid: '', path }
}
