import { emptyContent, encodeContent, layOut } from '@stemma/content'
import type { Context } from '../../../common/context.ts'
import { refOfNumber } from '../../../git/drafts.ts'
import type { Git } from '../../../git/following.ts'
import { scanPack } from '../../../git/pack-scan.ts'
import { GitFailed } from '../../../git/process.ts'
import { PushRefusal } from '../../../git/push-refusal.ts'
import { type Base, isBefore, type PushedHistory, readHistory } from '../../../git/pushed-history.ts'
import { openQuarantine } from '../../../git/quarantine.ts'
import * as commits from '../../../git/store.ts'
import * as revisions from '../content/index.ts'
import type { Caches } from './catching-up.ts'
import { commitPush, findKnown, type PushOutcome, requirePushable } from './push-commit.ts'
import { type PushedContent, readPushed } from './push-content.ts'
import { storePack } from './push-packs.ts'
import { type PushTarget, summarize } from './push-rules.ts'
import * as pushes from './store.ts'

/** A push whose pack has arrived. */
export interface ArrivedPush {
  readonly git: Git
  readonly caches: Caches
  readonly context: Context
  readonly spaceId: string
  readonly target: PushTarget
  /** The file with the pack. */
  readonly pack: string
  /** Runs work in a transaction, after the caller was admitted again in it. */
  readonly commit: <T>(work: (context: Context) => Promise<T>) => Promise<T>
}

export interface TakenPush {
  /** The ref that stands for what was pushed. */
  readonly name: string
  /** What the person should know. */
  readonly messages: readonly string[]
}

/** Writes a pushed commit into a change request or the space. Rejects with `PushRefusal`. */
export async function takePush(push: ArrivedPush): Promise<TakenPush> {
  const { context, spaceId, target, pack } = push
  const known = await findKnown(context, spaceId, target)
  if (known !== undefined) return toTaken(push, known)
  await requirePushable(context, spaceId, target)
  await scanPack(pack)
  for (let attempt = 1; ; attempt++) {
    try {
      return await takeOnce(push)
    } catch (error) {
      // Somebody may have deleted the cache, which is made again.
      if (!(error instanceof GitFailed) || attempt >= attemptsMax) throw error
    }
  }
}

const attemptsMax = 3

async function takeOnce(push: ArrivedPush): Promise<TakenPush> {
  const { git, caches, context, spaceId, target, pack } = push
  const { tip } = target
  const { folder, refs } = await caches.drafts(spaceId, wantedFor(target))
  const main = refs.get('refs/heads/main') ?? ''
  const borrowed = [folder, await caches.present(spaceId, 'main')]
  const quarantine = await openQuarantine({ start: git.start, borrowed, pack, tip })
  try {
    const { start } = git
    const { repository } = quarantine
    const asked = { db: context.db, spaceId, tip, main }
    const history = await readHistory(start, repository, asked)
    const { fresh } = history
    const base = await baseOf(push, { repository, history, main })
    const seen = seenBy(target, refs)
    const isOnTop = seen !== undefined && (await isBefore(start, repository, { oid: seen, tip }))
    const commit = { start, repository, spaceId, tip, fresh, base }
    const content = await readPushed(context, commit)
    const stored = await storePack(context, commit, { bytes: content.commit, main })
    const outcome = await push.commit((inside) =>
      commitPush(inside, { spaceId, target, base, fresh, content, pack: stored, seen, isOnTop }),
    )
    return await toTaken(push, outcome, content)
  } finally {
    await quarantine.close()
  }
}

function wantedFor({ to }: PushTarget) {
  return { all: false, numbers: to.kind === 'number' ? [to.number] : [] }
}

/** The commit of the change request that the person knew: the one that the client has, or the current one. */
function seenBy({ to, old }: PushTarget, refs: ReadonlyMap<string, string>): string | undefined {
  return to.kind === 'number' ? refs.get(refOfNumber(to.number)) : old
}

async function baseOf(push: ArrivedPush, { repository, history, main }: Found): Promise<Base> {
  if (push.target.to.kind === 'main' && history.base !== undefined) return history.base
  const merged = await mergedBase(push, repository, history)
  return merged ?? history.base ?? emptyBase(push.context, push.spaceId, main)
}

interface Found {
  readonly repository: string
  readonly history: PushedHistory
  readonly main: string
}

/**
 * The space has what was pushed before and merged, although that commit is no revision of it. It does
 * not count if the person has merged a newer commit of main since.
 */
async function mergedBase(
  { git, context, spaceId }: ArrivedPush,
  repository: string,
  { before, base }: PushedHistory,
): Promise<Base | undefined> {
  const merged = await pushes.newestMerged(context.db, { spaceId, tips: before })
  if (merged === undefined) return undefined
  const { tip, revisionId } = merged
  const isNewest = base === undefined || (await isBefore(git.start, repository, { oid: base.oid, tip }))
  return isNewest ? { oid: tip, revisionId } : undefined
}

/** Whatever is pushed to an empty space is new. */
async function emptyBase({ db }: Context, spaceId: string, main: string): Promise<Base> {
  const revisionId = await commits.revisionOf(db, spaceId, main)
  const row = revisionId === undefined ? undefined : await revisions.byId(db, { spaceId, revisionId })
  const isEmpty = row?.root.toString('base64url') === encodeContent(emptyContent).hash
  if (row !== undefined && isEmpty) return { oid: main, revisionId: row.id }
  throw new PushRefusal('it does not begin at a commit of main; run: git pull --rebase origin main')
}

async function toTaken(push: ArrivedPush, outcome: PushOutcome, content?: PushedContent): Promise<TakenPush> {
  const { context, spaceId, target } = push
  const { made, change } = outcome
  const summary = made === 'known' || content === undefined ? undefined : summarize(content.files)
  if (change === undefined) {
    const message = summary === undefined ? 'main has this commit already.' : `main updated: ${summary}.`
    return { name: target.ref, messages: [message] }
  }
  const { changeRequestId, number, status } = change
  const isOpen = status === 'open' || status === 'draft'
  const first =
    summary === undefined
      ? `Change request #${number} has this commit already${isOpen ? '' : `, and is ${status}`}.`
      : `Change request #${number} ${made}: ${summary}.`
  const app = context.addresses.changeRequestApp(context.home, spaceId, number)
  // The push is committed: whatever fails from here on must not look like a refusal.
  const paths = isOpen ? await conflictsOf(context, { spaceId, changeRequestId }).catch(() => []) : []
  const how = 'Resolve them there, or run: git pull --no-rebase origin main'
  const conflicts = `#${number} has conflicts with the space in ${paths.join(', ')}. ${how}`
  return {
    name: target.to.kind === 'branch' ? target.ref : refOfNumber(number),
    messages: [first, ...(app ? [app] : []), ...(paths.length > 0 ? [conflicts] : [])],
  }
}

/** The files of a change request that conflict with its space. */
async function conflictsOf(context: Context, key: Parameters<typeof revisions.openSides>[1]) {
  const sides = await revisions.openSides(context, key)
  if (sides.base.revision.id === sides.theirs.revision.id) return []
  const { conflicts } = await revisions.mergeSides(sides)
  if (conflicts.length === 0) return []
  const { pathOf } = await layOut(sides.ours.store, await revisions.contentOf(sides.ours))
  const paths = conflicts.map(({ object, target }) => pathOf(`${object}s/${target}`) ?? 'SUMMARY.md')
  const unique = [...new Set(paths)]
  return unique.length <= pathsMax
    ? unique
    : [...unique.slice(0, pathsMax), `${unique.length - pathsMax} more`]
}

const pathsMax = 5
