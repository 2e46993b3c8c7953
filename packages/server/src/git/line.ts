import type { Content } from '@stemma/content'
import { printAuthor, printMessage, readCommit } from './commit.ts'
import type { Importer } from './importer.ts'
import { secondOf } from './parents.ts'
import type { FollowedRevision, KeptCommit } from './store.ts'
import {
  contentOf,
  type FollowedSource,
  startWriting,
  storedText,
  subjectOf,
  type Writing,
  writeCommit,
} from './write-commit.ts'

/** Revisions of a space that become commits of its main branch. */
export interface Followed extends FollowedSource {
  /** The last commit of the branch. */
  readonly last: { readonly id: string; readonly oid: string } | undefined
  /** All of them, and the last one. */
  readonly described: ReadonlyMap<string, FollowedRevision>
}

/** Writes the commits of a line of revisions, and returns those that must be kept. */
export async function commitLine(session: Importer, followed: Followed): Promise<readonly KeptCommit[]> {
  const { described, last, ids, store } = followed
  const made: KeptCommit[] = []
  const known = new Map<string, string>()
  const writing = startWriting(session, followed)
  if (last !== undefined) known.set(last.id, last.oid)
  let before = last === undefined ? undefined : await contentOf(store, described.get(last.id)?.root ?? '')
  let parent = last?.oid
  for (const id of ids) {
    const revision = described.get(id)
    if (revision === undefined) throw new Error(`The revision ${id} is gone.`)
    const after = await contentOf(store, revision.root)
    const main = { known, parent, before, after }
    const { side, second } = await commitMerged(writing, revision, main)
    if (side !== undefined) made.push(side)
    const commit = await commitMain(writing, revision, { ...main, second })
    made.push(commit)
    known.set(id, commit.oid)
    ;[before, parent] = [after, commit.oid]
  }
  return made
}

interface Main {
  readonly known: ReadonlyMap<string, string>
  readonly parent: string | undefined
  readonly before: Content | undefined
  readonly after: Content
}

async function commitMain(
  writing: Writing,
  revision: FollowedRevision,
  { parent, before, after, second }: Main & { readonly second: string | undefined },
): Promise<KeptCommit> {
  const { store, host } = writing.followed
  const { id: revisionId, commit: stored, live } = revision
  const text = storedText(stored) ?? {
    author: printAuthor(revision, host, revision.createdAt),
    message: printMessage(await subjectOf(store, revision, { before, after }), revisionId),
  }
  const wanted = { revisionId, text, before, after, stored }
  if (live !== null && parent !== undefined) return commitLive(writing, { ...wanted, live, parent })
  const parents = [parent, second].filter((one) => one !== undefined)
  return writeCommit(writing, { ...wanted, branch: main, parents })
}

const main = 'refs/heads/main'

/** What was pushed to the main branch is its commit, unless a layout writes its files in another form. */
async function commitLive(
  writing: Writing,
  { live, parent, ...wanted }: Omit<Parameters<typeof writeCommit>[1], 'branch' | 'parents'> & Live,
): Promise<KeptCommit> {
  const { session, marks } = writing
  const bytes = Buffer.from(live.bytes, 'base64')
  const pushed = { revisionId: wanted.revisionId, oid: live.tip, bytes }
  const move = async (oid: string) => {
    await session.write(`reset ${aside}\n\nreset ${main}\nfrom ${marks.get(oid) ?? oid}\n\n`)
  }
  if (wanted.stored === live.bytes) {
    await move(live.tip)
    return pushed
  }
  const commit = await writeCommit(writing, { ...wanted, branch: aside, parents: [live.tip], like: parent })
  const isSame = readCommit(commit.bytes).tree === readCommit(bytes).tree
  const own = isSame && wanted.stored === null ? pushed : commit
  await move(own.oid)
  return own
}

interface Live {
  readonly live: NonNullable<FollowedRevision['live']>
  readonly parent: string
}

/** No ref in the end. */
const aside = 'refs/stemma/aside'

/**
 * What a merge brought: the commit that was pushed, or one that holds the last revision of the change
 * request. Its drafts are not part of the history that every reader sees.
 */
async function commitMerged(
  writing: Writing,
  revision: FollowedRevision,
  { known, parent, before: current }: Main,
): Promise<{ readonly side?: KeptCommit; readonly second?: string }> {
  const { merged, base, baseRoot, baseOid } = revision
  const wanted = secondOf(revision)
  if (merged === null || wanted === undefined || parent === undefined) return {}
  if ('pushed' in wanted) return { second: wanted.pushed }
  const { store, host } = writing.followed
  const oid = known.get(base ?? '') ?? baseOid?.toString('hex')
  const isBased = oid !== undefined && baseRoot !== null
  const before = isBased ? await contentOf(store, baseRoot.toString('hex')) : current
  const text = storedText(merged.commit) ?? {
    author: printAuthor(merged, host, merged.createdAt),
    message: printMessage(`${revision.subject ?? 'Change request'} (#${revision.number})`, merged.id),
  }
  const like = isBased ? oid : parent
  const place = { branch: aside, revisionId: merged.id, stored: merged.commit, like }
  const after = await contentOf(store, merged.root)
  const parents = [wanted.on ?? like]
  const side = await writeCommit(writing, { ...place, parents, text, before, after })
  await writing.session.write(`reset ${aside}\n\n`)
  return { side, second: side.oid }
}
