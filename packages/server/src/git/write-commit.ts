import {
  type Content,
  changedPages,
  emptyContent,
  encodeContent,
  findPage,
  layOut,
  type ObjectStore,
  readContent,
  type Tree,
  type TreeChanges,
  treeChanges,
} from '@stemma/content'
import { type CommitText, objectId, printCommit, readCommit } from './commit.ts'
import { type Importer, quoted } from './importer.ts'
import type { FollowedRevision, KeptCommit } from './store.ts'
import { readFiles, type TreeSource } from './tree-files.ts'
import { isIn, wideFolders } from './wide-folders.ts'

/** Revisions whose contents become commits. */
export interface FollowedSource extends TreeSource {
  readonly host: string
  /** In the order in which they were current. */
  readonly ids: readonly string[]
  /** Folders of the first revision that are written already. */
  readonly trees: ReadonlyMap<string, string> | undefined
}

/** Commits that are being written. */
export interface Writing {
  readonly session: Importer
  /** The marks of commits, by their IDs: fast-import can't find those that it has just made otherwise. */
  readonly marks: Map<string, string>
  readonly followed: FollowedSource
  readonly layouts: (content: Content) => Promise<Tree>
}

export function startWriting(session: Importer, followed: FollowedSource): Writing {
  return { session, followed, layouts: rememberLayouts(followed.store), marks: new Map() }
}

/** A revision with folders that have to be written before its commit. */
export class WideRevision extends Error {
  readonly revisionId: string
  readonly folders: readonly string[]
  readonly tree: Pick<TreeChanges, 'written' | 'shownText'>

  constructor(
    revisionId: string,
    folders: readonly string[],
    tree: Pick<TreeChanges, 'written' | 'shownText'>,
  ) {
    super(`The revision ${revisionId} has wide folders.`)
    this.revisionId = revisionId
    this.folders = folders
    this.tree = tree
  }
}

export interface WantedCommit {
  readonly branch: string
  readonly revisionId: string
  readonly parents: readonly string[]
  /** The commit that has the files of the content before, if it is not the first parent. */
  readonly like?: string | undefined
  readonly text: CommitText
  readonly before: Content | undefined
  readonly after: Content
  /** The commit as it was kept before. */
  readonly stored: string | null
}

export async function writeCommit(common: Writing, wanted: WantedCommit): Promise<KeptCommit> {
  const { session, followed, marks } = common
  const { branch, revisionId, parents, text } = wanted
  const [from, merge] = parents.map((oid) => marks.get(oid) ?? oid)
  const mark = `:${marks.size + 1}`
  const { changes, isWhole } = await changesOf(common, wanted)
  const like = isWhole ? undefined : await treeLike(common, wanted)
  const message = Buffer.from(text.message)
  await session.write(`commit ${branch}\nmark ${mark}\nauthor ${text.author}\ncommitter ${text.author}\n`)
  await session.data(message)
  if (from !== undefined) await session.write(`from ${from}\n`)
  if (merge !== undefined) await session.write(`merge ${merge}\n`)
  if (isWhole) await session.write('deleteall\n')
  if (like !== undefined) await session.write(`M 040000 ${like} ""\n`)
  const trees = isWhole ? (followed.trees ?? new Map<string, string>()) : new Map<string, string>()
  for (const [folder, tree] of trees) await session.write(`M 040000 ${tree} ${quoted(folder)}\n`)
  for (const path of changes.removed) await session.write(`D ${quoted(path)}\n`)
  const folders = [...trees.keys()]
  const written = changes.written.filter(({ path }) => !folders.some((folder) => isIn(path, folder)))
  for await (const file of readFiles(followed, { ...changes, written })) {
    await session.write(`M 100644 inline ${quoted(file.path)}\n`)
    if ('bytes' in file) await session.data(file.bytes)
    else await session.stream(file.stream, file.size)
  }
  await session.write('\n')
  const [root, oid] = [await session.look(mark, ''), await session.idOf(mark)]
  const bytes = printCommit({ ...text, tree: root?.oid ?? '', parents })
  if (objectId('commit', bytes) !== oid) throw new Error(`The commit of ${revisionId} is not as printed.`)
  requireStored(wanted, oid)
  marks.set(oid, mark)
  return { revisionId, oid, bytes }
}

/** Files never change under a layout: a difference is a fault, and nothing may be built on it. */
function requireStored({ stored, revisionId }: WantedCommit, oid: string) {
  if (stored !== null && objectId('commit', Buffer.from(stored, 'base64')) !== oid)
    throw new Error(`The files of ${revisionId} are not those of the commit that was made of it first.`)
}

/** Differences are those to a commit that a layout has made: pushed ones can have files in another form. */
async function treeLike({ session, marks }: Writing, { like, parents }: WantedCommit) {
  if (like === undefined || like === parents[0]) return undefined
  return (await session.look(marks.get(like) ?? like, ''))?.oid
}

async function changesOf({ session, followed, layouts, marks }: Writing, wanted: WantedCommit) {
  const { before, after, parents, like = parents[0] ?? '', revisionId, branch } = wanted
  const from = marks.get(like) ?? like
  const isMain = branch === 'refs/heads/main'
  const isFirst = revisionId === followed.ids[0] && isMain
  const isWhole = before === undefined || (isFirst && followed.trees !== undefined)
  const changes = isWhole
    ? await wholeTree(await layouts(after))
    : await treeChanges(followed.store, {
        before,
        after,
        layOut: layouts,
        hasFile: async (path) => (await session.look(from, path))?.mode.startsWith('100') ?? false,
      })
  const isWritten = isFirst && followed.trees !== undefined
  if (isMain && !isWritten && wideFolders(changes.written).length > 0) {
    const tree = await wholeTree(await layouts(after))
    throw new WideRevision(revisionId, wideFolders(tree.written), tree)
  }
  return { changes, isWhole }
}

async function wholeTree({ entries, shownText }: Tree): Promise<TreeChanges> {
  return { removed: [], written: entries, shownText }
}

export function storedText(stored: string | null): CommitText | undefined {
  return stored === null ? undefined : readCommit(Buffer.from(stored, 'base64'))
}

export async function subjectOf(
  store: ObjectStore,
  { type, parents, number, subject }: Pick<FollowedRevision, 'type' | 'parents' | 'number' | 'subject'>,
  { before = emptyContent, after }: { readonly before: Content | undefined; readonly after: Content },
): Promise<string> {
  if (parents.length === 0) return 'Create the space'
  if (number !== null) return `Merge change request #${number}: ${subject}`
  if (type === 'rollback') return 'Restore an earlier revision'
  if (type === 'computed') return 'Update generated content'
  const { pages } = await changedPages(store, before, after)
  const [id = ''] = pages
  if (pages.length !== 1) return pages.length === 0 ? 'Change files' : `Change ${pages.length} pages`
  const [old, fresh] = [await findPage(store, before, id), await findPage(store, after, id)]
  const verb = old === undefined ? 'Add' : fresh === undefined ? 'Delete' : 'Change'
  return `${verb} ${(fresh ?? old)?.title ?? 'a page'}`
}

export async function contentOf(store: ObjectStore, root: string): Promise<Content> {
  return readContent(store, Buffer.from(root, 'hex').toString('base64url'))
}

/** Keeps the last layouts: the content after one revision is the one before the next. */
function rememberLayouts(store: ObjectStore) {
  const known = new Map<string, Promise<Tree>>()
  return (content: Content): Promise<Tree> => {
    const { hash } = encodeContent(content)
    const tree = known.get(hash) ?? layOut(store, content)
    known.delete(hash)
    known.set(hash, tree)
    for (const old of known.keys()) if (known.size > layoutsMax) known.delete(old)
    return tree
  }
}

const layoutsMax = 2
