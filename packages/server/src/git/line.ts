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
import { type CommitText, objectId, printAuthor, printCommit, printMessage, readCommit } from './commit.ts'
import { type Importer, quoted } from './importer.ts'
import type { FollowedRevision, KeptCommit } from './store.ts'
import { readFiles, type TreeSource } from './tree-files.ts'
import { isIn, wideFolders } from './wide-folders.ts'

/** Revisions of a space that become commits of its main branch. */
export interface Followed extends TreeSource {
  readonly host: string
  /** The last commit of the branch. */
  readonly last: { readonly id: string; readonly oid: string } | undefined
  /** All of them, and the last one. */
  readonly described: ReadonlyMap<string, FollowedRevision>
  /** In the order in which they were current. */
  readonly ids: readonly string[]
  /** Folders of the first revision that are written already. */
  readonly trees: ReadonlyMap<string, string> | undefined
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

/** Writes the commits of a line of revisions, and returns those that must be kept. */
export async function commitLine(session: Importer, followed: Followed): Promise<readonly KeptCommit[]> {
  const { described, last, ids, store } = followed
  const made: KeptCommit[] = []
  const known = new Map<string, string>()
  const layouts = rememberLayouts(store)
  const common: Common = { session, followed, layouts, marks: new Map() }
  if (last !== undefined) known.set(last.id, last.oid)
  let before = last === undefined ? undefined : await contentOf(store, described.get(last.id)?.root ?? '')
  let parent = last?.oid
  for (const id of ids) {
    const revision = described.get(id)
    if (revision === undefined) throw new Error(`The revision ${id} is gone.`)
    const after = await contentOf(store, revision.root)
    const side =
      parent === undefined ? undefined : await commitMerged(common, revision, { known, parent, before })
    if (side !== undefined) made.push(side)
    const text = storedText(revision.commit) ?? {
      author: printAuthor(revision, followed.host, revision.createdAt),
      message: printMessage(await subjectOf(store, revision, { before, after }), id),
    }
    const parents = [parent, side?.oid].filter((one) => one !== undefined)
    const place = { branch: 'refs/heads/main', revisionId: id, parents, stored: revision.commit }
    const commit = await writeCommit(common, { ...place, text, before, after })
    made.push(commit)
    known.set(id, commit.oid)
    ;[before, parent] = [after, commit.oid]
  }
  return made
}

interface Common {
  readonly session: Importer
  /** The marks of commits, by their IDs: fast-import can't find those that it has just made otherwise. */
  readonly marks: Map<string, string>
  readonly followed: Followed
  readonly layouts: (content: Content) => Promise<Tree>
}

/**
 * What a merge brought: one commit that holds the last revision of the change request. Its drafts are not
 * part of the history that every reader sees.
 */
async function commitMerged(
  common: Common,
  revision: FollowedRevision,
  main: {
    readonly known: ReadonlyMap<string, string>
    readonly parent: string
    readonly before: Content | undefined
  },
): Promise<KeptCommit | undefined> {
  const { merged, base, baseRoot, baseOid } = revision
  if (merged === null) return undefined
  const { store, host } = common.followed
  const oid = main.known.get(base ?? '') ?? baseOid?.toString('hex')
  const isBased = oid !== undefined && baseRoot !== null
  const before = isBased ? await contentOf(store, baseRoot.toString('hex')) : main.before
  const text = storedText(merged.commit) ?? {
    author: printAuthor(merged, host, merged.createdAt),
    message: printMessage(`${revision.subject ?? 'Change request'} (#${revision.number})`, merged.id),
  }
  const place = { branch: 'refs/stemma/merged', revisionId: merged.id, stored: merged.commit }
  const after = await contentOf(store, merged.root)
  const parents = [isBased ? oid : main.parent]
  const commit = await writeCommit(common, { ...place, parents, text, before, after })
  await common.session.write('reset refs/stemma/merged\n\n')
  return commit
}

interface Wanted {
  readonly branch: string
  readonly revisionId: string
  readonly parents: readonly string[]
  readonly text: CommitText
  readonly before: Content | undefined
  readonly after: Content
  /** The commit as it was kept before. */
  readonly stored: string | null
}

async function writeCommit(common: Common, wanted: Wanted): Promise<KeptCommit> {
  const { session, followed, marks } = common
  const { branch, revisionId, parents, text } = wanted
  const [from, merge] = parents.map((oid) => marks.get(oid) ?? oid)
  const mark = `:${marks.size + 1}`
  const { changes, isWhole } = await changesOf(common, wanted)
  const message = Buffer.from(text.message)
  await session.write(`commit ${branch}\nmark ${mark}\nauthor ${text.author}\ncommitter ${text.author}\n`)
  await session.data(message)
  if (from !== undefined) await session.write(`from ${from}\n`)
  if (merge !== undefined) await session.write(`merge ${merge}\n`)
  if (isWhole) await session.write('deleteall\n')
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
function requireStored({ stored, revisionId }: Wanted, oid: string) {
  if (stored !== null && objectId('commit', Buffer.from(stored, 'base64')) !== oid)
    throw new Error(`The files of ${revisionId} are not those of the commit that was made of it first.`)
}

async function changesOf({ session, followed, layouts, marks }: Common, wanted: Wanted) {
  const { before, after, parents, revisionId, branch } = wanted
  const from = marks.get(parents[0] ?? '') ?? parents[0] ?? ''
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

function storedText(stored: string | null): CommitText | undefined {
  return stored === null ? undefined : readCommit(Buffer.from(stored, 'base64'))
}

async function subjectOf(
  store: ObjectStore,
  { type, parents, number, subject }: FollowedRevision,
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

async function contentOf(store: ObjectStore, root: string): Promise<Content> {
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
