import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newestLayout } from '@stemma/content'
import { inTransaction } from '../db/transaction.ts'
import { tipOf } from './cache.ts'
import { objectId, printAuthor, printMessage, readCommit } from './commit.ts'
import { type DraftHead, type DraftRevision, headsOf, lineOf, type WantedDrafts } from './draft-store.ts'
import { type FollowedSpace, follow, followAgain, type Git, Superseded } from './following.ts'
import { importer } from './importer.ts'
import { bringPacks, presentAmong } from './packs.ts'
import * as commits from './store.ts'
import type { TreeSource } from './tree-files.ts'
import { contentOf, startWriting, storedText, subjectOf, writeCommit } from './write-commit.ts'

/** The repository with the change requests of a space, and what its refs are. */
export interface DraftRepository {
  readonly folder: string
  readonly refs: ReadonlyMap<string, string>
}

/**
 * Brings the change requests of a space up to their current revisions, in a repository that borrows the
 * objects of the main one. Its refs are a file that is written as a whole: they follow the rows.
 */
export function followDrafts(
  git: Git,
  space: FollowedSpace,
  wanted: WantedDrafts,
): Promise<DraftRepository | undefined> {
  return followAgain(() => followOnce(git, space, wanted))
}

async function followOnce(git: Git, space: FollowedSpace, wanted: WantedDrafts) {
  const { db, spaceId } = space
  const repository = await follow(git, space)
  const head = await commits.headOf(db, spaceId)
  if (repository === undefined || head === undefined) return undefined
  const main = await tipOf(repository, 'main')
  const folder = await git.cache.repository(spaceId, 'changes')
  const before = await readRefs(folder)
  const source = { ...space, contentId: head.contentId }
  const heads = await headsOf(db, spaceId, wanted)
  const refs = new Map([...before].filter(([ref]) => ref.startsWith('refs/changes/')))
  if (main !== undefined) refs.set('refs/heads/main', main)
  for (const one of heads) {
    const ref = refOfNumber(one.number)
    const isThere = one.oid !== null && before.get(ref) === one.oid
    const oid = isThere ? one.oid : await bringHead(git, folder, source, one)
    refs.set(ref, oid)
    // A later change request of the same name wins.
    if (one.branch !== null) refs.set(`refs/heads/${one.branch}`, oid)
  }
  const sorted = new Map([...refs].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b))))
  if (printRefs(sorted) !== printRefs(before)) await writeRefs(folder, sorted)
  return { folder, refs: sorted }
}

/** The ref that stands for a change request. */
export function refOfNumber(number: number): string {
  return `refs/changes/${number}/head`
}

/** All refs are in one file, which is replaced at once. */
async function readRefs(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, refsFile), 'utf8').catch(() => '')
  const lines = text.split('\n').flatMap((line) => {
    const [, oid, ref] = /^([\da-f]{40}) (.+)$/.exec(line) ?? []
    return oid === undefined || ref === undefined ? [] : [[ref, oid] as const]
  })
  return new Map(lines)
}

async function writeRefs(folder: string, refs: ReadonlyMap<string, string>) {
  const made = join(folder, `refs-${randomUUID()}`)
  await writeFile(made, printRefs(refs), { mode: 0o600 })
  await rename(made, join(folder, refsFile))
}

const refsFile = 'packed-refs'

function printRefs(refs: ReadonlyMap<string, string>): string {
  const lines = [...refs].map(([ref, oid]) => `${oid} ${ref}\n`)
  return `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`
}

type Source = FollowedSpace & TreeSource

/** Brings or makes the commit of a current revision, and what it needs. */
async function bringHead(
  git: Git,
  folder: string,
  source: Source,
  { revisionId }: DraftHead,
): Promise<string> {
  const line = await lineOf(source.db, source.spaceId, revisionId)
  const base = line.at(-1)
  if (base === undefined || base.isDraft || base.oid === null)
    throw new Error(`The revision ${revisionId} does not begin at a revision of its space.`)
  const present = await presentAmong(
    git.start,
    folder,
    line.flatMap((one) => madeOid(one) ?? []),
  )
  // What was pushed is there with everything before it, and so is what was made.
  const from = line.findIndex((one) => one.oid !== null || present.has(madeOid(one) ?? ''))
  const first = line[from] ?? base
  if (first.isDraft && first.oid !== null) await bringPacks(git.start, folder, source, [first.oid])
  const missing = line.slice(0, from).toReversed()
  let last: Made = { oid: first.oid ?? madeOid(first) ?? '', like: base.oid, root: base.root }
  if (first.oid === null) last = { ...last, like: last.oid, root: first.root }
  for (let at = 0; at < missing.length; at += revisionsPerImport)
    last = await importDrafts(git, folder, source, {
      last,
      revisions: missing.slice(at, at + revisionsPerImport),
    })
  return last.oid
}

/** A killed process loses at most this many. */
const revisionsPerImport = 200

/** A commit, and another one with files that a layout has written, with their content. */
interface Made {
  readonly oid: string
  readonly like: string
  readonly root: string
}

function madeOid({ commit }: DraftRevision): string | undefined {
  return commit === null ? undefined : objectId('commit', Buffer.from(commit, 'base64'))
}

interface Drafts {
  readonly last: Made
  /** Oldest first. */
  readonly revisions: readonly DraftRevision[]
}

async function importDrafts(git: Git, folder: string, source: Source, drafts: Drafts): Promise<Made> {
  const { db, spaceId, store, host } = source
  const started = await git.start(folder, ['fast-import', '--quiet', '--done'])
  try {
    const session = importer(started)
    const writing = startWriting(session, { ...source, ids: [], trees: undefined })
    const made: commits.KeptCommit[] = []
    let { last } = drafts
    for (const revision of drafts.revisions) {
      const [before, after] = [await contentOf(store, last.root), await contentOf(store, revision.root)]
      const text = storedText(revision.commit) ?? {
        author: printAuthor(revision, host, revision.createdAt),
        message: printMessage(await draftSubject(source, revision, { before, after }), revision.id),
      }
      const commit = await writeCommit(writing, {
        branch: aside,
        revisionId: revision.id,
        stored: revision.commit,
        parents: parentsOf(revision, last.oid),
        like: last.like,
        text,
        before,
        after,
      })
      await session.write(`reset ${aside}\n\n`)
      made.push(commit)
      last = { oid: commit.oid, like: commit.oid, root: revision.root }
    }
    const place = { spaceId, repository: 'changes', layout: newestLayout } as const
    const kept = await inTransaction(db, { repeatable: true }, (inside) => commits.keep(inside, place, made))
    if (made.some(({ revisionId, oid }) => kept.get(revisionId) !== oid)) throw new Superseded()
    await session.finish()
    return last
  } finally {
    started.kill()
  }
}

const aside = 'refs/stemma/aside'

function parentsOf({ commit, merged }: DraftRevision, last: string): readonly string[] {
  if (commit !== null) return readCommit(Buffer.from(commit, 'base64')).parents
  return [last, ...(merged === null ? [] : [merged])]
}

async function draftSubject(
  { store }: Source,
  { type, merged }: DraftRevision,
  contents: Parameters<typeof subjectOf>[2],
): Promise<string> {
  if (merged !== null) return 'Merge main'
  return subjectOf(store, { type, parents: [''], number: null, subject: null }, contents)
}
