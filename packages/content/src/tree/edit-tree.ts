import { type Applied, appliedOf } from '../changes/applied.ts'
import { type Content, editContent, type MapChanges } from '../content.ts'
import { decodeText } from '../documents/text.ts'
import { readVariables, setRecords } from '../files.ts'
import { type Hash, hashOf, type ObjectStore } from '../objects.ts'
import { type Overlay, overlay } from '../overlay.ts'
import { editPages, type PageEdits } from '../pages/edit-pages.ts'
import type { PageRecord } from '../pages/page-record.ts'
import type { FileRecord, ReusableContentRecord } from '../records.ts'
import { nextTurn } from '../turns.ts'
import { editTexts } from './edit-texts.ts'
import { arrivalsAmong, heldFiles, type IdAt, idsOf, pathsAfter } from './held-files.ts'
import { keepPaths } from './keep-paths.ts'
import { layOut } from './layout.ts'
import { nameOf, stemOf } from './names.ts'
import { flat } from './outline.ts'
import { pageEdits } from './page-edits.ts'
import { isLinkMode, refusal, requireFiles } from './refusals.ts'
import { settleLinks } from './settle-links.ts'
import type { Tree, TreeEntry } from './tree.ts'
import type { Editing, NewTexts, TreeEdit, WrittenFile } from './tree-edit.ts'
import { newTexts, textEditing } from './tree-texts.ts'
import { readVariablesFile, variablesPath } from './variables.ts'
import { waitingTexts } from './waiting-texts.ts'

/**
 * Applies what differs between the files of a content and another tree, in one step. A file keeps its page
 * if it keeps its path or was renamed. The files of the result are those of the tree, but for the form of
 * its tables of contents.
 */
export async function editTree(
  below: ObjectStore,
  content: Content,
  edit: TreeEdit,
  { hasFile, ...options }: EditTreeOptions,
): Promise<Applied> {
  const { now } = options
  const texts = hasFile && (await editTexts(overlay(below), content, edit, { now, hasFile }))
  return texts ?? editWhole(overlay(below), content, edit, options)
}

interface EditTreeOptions {
  readonly now: string
  readonly newId: () => string
  /** Whether the base has a file at a path. If it is given, an edit of texts lays out no other page. */
  readonly hasFile?: (path: string) => Promise<boolean>
  /** The object that another content has at a path. A new file there gets its ID instead of a new one. */
  readonly idAt?: IdAt | undefined
}

async function editWhole(
  store: Overlay,
  content: Content,
  edit: TreeEdit,
  { now, newId, idAt }: Omit<EditTreeOptions, 'hasFile'>,
): Promise<Applied> {
  const base = await layOut(store, content)
  const written = await changedFiles(store, base, edit)
  await requireFiles({ ...edit, written }, pathsAfter(base, edit))
  await nextTurn()
  const held = heldFiles(base, edit, idsOf(base, newId, idAt))
  const arrivals = arrivalsAmong(held)
  const given: Editing = { store, content, base, edit: { ...edit, written }, held, arrivals, now, newId }
  const waiting = await waitingTexts(given)
  const editing = { ...given, edit: { ...edit, written: new Map([...written, ...waiting]) } }
  await nextTurn()
  const writing = textEditing(editing)
  const texts = await newTexts(writing)
  await nextTurn()
  const edits = await pageEdits(editing, texts)
  const paged = await editPages(store, content, edits)
  await nextTurn()
  const filed = await setRecords(store, paged, 'files', fileEdits(editing))
  const reused = await setRecords(store, filed, 'reusableContents', includeEdits(editing, texts))
  const whole = await editContent(store, reused, { variables: await variableEdits(editing) })
  await nextTurn()
  const kept = hasMoved(editing, edits) ? await keepPaths(store, whole, held) : whole
  const settled = await settleLinks(writing, kept, texts)
  const existed = new Set(base.folders.keys())
  return appliedOf(store, settled.content, {
    touched: [...edits].map(([page, record]) => ({
      operation: record === undefined ? 'deleted_page' : existed.has(page) ? 'updated_page' : 'created_page',
      page,
    })),
    documents: new Map([...settled.texts].map(([id, { hash }]): [string, Hash] => [id, hash])),
    insertedFiles: [],
  })
}

/** Whether the layout could give a file another path than the one that it has in the tree. */
function hasMoved({ base, edit, held }: Editing, edits: PageEdits): boolean {
  if (edit.removed.size > 0 || [...held.values()].some(({ path, before }) => path !== before)) return true
  const records = new Map(flat(base.pages).map(({ id, record }) => [id, record]))
  const placeOf = (page: PageRecord | undefined) =>
    page && [page.parent, 'slug' in page && page.slug].join('/')
  return [...edits].some(([id, page]) => placeOf(page) !== placeOf(records.get(id)))
}

/** The written files whose bytes are not those of the base. */
async function changedFiles(store: ObjectStore, base: Tree, { written, renamed }: TreeEdit) {
  const known = new Map(base.entries.map((entry) => [entry.path, entry]))
  const changed = new Map<string, WrittenFile>()
  for (const [path, file] of written) {
    const entry = known.get(renamed.get(path) ?? path)
    const isSame = entry !== undefined && (await hashIn(store, base, entry)) === hashOfFile(file)
    if (!isSame || isLinkMode(file)) changed.set(path, file)
  }
  return changed
}

function hashOfFile(file: WrittenFile): Hash {
  return 'record' in file ? file.record.hash : hashOf(file.bytes)
}

async function hashIn(store: ObjectStore, base: Tree, entry: TreeEntry): Promise<Hash> {
  if (entry.kind === 'file') return entry.record.hash
  if ('bytes' in entry) return hashOf(entry.bytes)
  const [stored = new Uint8Array()] = await store.get([entry.document])
  return hashOf(await base.shownText(entry, stored))
}

function fileEdits({ base, edit, held }: Editing): ReadonlyMap<string, FileRecord | undefined> {
  const edits = new Map<string, FileRecord | undefined>()
  const kept = new Set([...held.values()].map(({ id }) => id))
  const known = new Map<string, FileRecord>()
  for (const entry of base.entries) {
    if (entry.kind !== 'file') continue
    known.set(entry.id, entry.record)
    if (!kept.has(entry.id)) edits.set(entry.id, undefined)
  }
  for (const { kind, id, path, before } of held.values()) {
    const file = edit.written.get(path)
    if (kind !== 'file' || (file === undefined && before === path)) continue
    const { git: _git, ...record } = file && 'record' in file ? file.record : (known.get(id) as FileRecord)
    edits.set(id, { ...record, name: before === path ? (known.get(id)?.name ?? nameOf(path)) : nameOf(path) })
  }
  return edits
}

function includeEdits({ base, held }: Editing, texts: NewTexts) {
  const edits = new Map<string, ReusableContentRecord | undefined>()
  const kept = new Set([...held.values()].map(({ id }) => id))
  for (const entry of base.entries) {
    if (entry.kind === 'reusable-content' && !kept.has(entry.id)) edits.set(entry.id, undefined)
  }
  for (const { kind, id, path, before } of held.values()) {
    const text = texts.get(id)
    if (kind !== 'reusable-content' || (text === undefined && before === path)) continue
    const known = base.reusableContents.get(id)
    const { git: _git, ...record } = known ?? { title: text?.title || stemOf(path) }
    edits.set(id, { ...record, ...(text && { document: text.hash }) })
  }
  return edits
}

async function variableEdits({ store, content, edit }: Editing): Promise<MapChanges> {
  const file = edit.written.get(variablesPath)
  const isGone = edit.removed.has(variablesPath) || [...edit.renamed.values()].includes(variablesPath)
  if (file === undefined && !isGone) return new Map()
  const after =
    file && 'bytes' in file ? readVariablesFile(decodeText(file.bytes)) : new Map<string, string>()
  if (after === undefined) throw refusal(variablesPath, 'is not a list of names and values; correct it')
  const before = await readVariables(store, content)
  const gone = Object.keys(before).filter((name) => !after.has(name))
  const changed = [...after].filter(([name, value]) => before[name] !== value)
  return new Map([...gone.map((name) => [name, undefined] as const), ...changed])
}
