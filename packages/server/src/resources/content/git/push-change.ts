import { gitOperations } from '@stemma/contract'
import { hasAccess } from '../../../auth/access.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { oidOfRevision } from '../../../git/draft-store.ts'
import { refOfNumber } from '../../../git/drafts.ts'
import { PushRefusal } from '../../../git/push-refusal.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import type { PushedCommit, PushedContent } from './push-content.ts'
import type { StoredPack } from './push-packs.ts'
import { howToPropose, type PushTarget, subjectOf } from './push-rules.ts'
import * as pushes from './store.ts'

export interface Pushed extends Pick<PushedCommit, 'spaceId' | 'base' | 'fresh'> {
  readonly target: PushTarget
  readonly content: PushedContent
  /** Undefined if it was stored before. */
  readonly pack: StoredPack | undefined
  /** The last commit of the change request, as the person knows it, and whether what is pushed has it. */
  readonly seen: string | undefined
  readonly isOnTop: boolean
}

type Row = Awaited<ReturnType<typeof find>>

export type ChangeRequest = Row & { readonly made: 'opened' | 'updated' }

/** The change request that a push is for, which is opened if there is none. */
export function changeRequestFor(context: Context, pushed: Pushed): Promise<ChangeRequest> {
  const { to } = pushed.target
  if (to.kind === 'number') return numbered(context, pushed, to.number)
  return to.kind === 'branch' ? branched(context, pushed, to.name) : continuedOr(context, pushed)
}

async function continuedOr(context: Context, pushed: Pushed): Promise<ChangeRequest> {
  const last = await findContinued(context, pushed)
  if (last === undefined) return open(context, pushed)
  const row = await find(context, { spaceId: pushed.spaceId, changeRequestId: last.changeRequestId })
  if (row.revision === last.revisionId) return { ...row, made: 'updated' }
  const how = `to replace it, run: git push origin HEAD:${refOfNumber(row.number)}`
  throw new PushRefusal(`#${row.number} was edited since you pushed to it; ${how}`)
}

function findContinued({ db, caller }: Context, { spaceId, fresh }: Pushed) {
  return pushes.findContinued(db, { spaceId, tips: fresh, userId: caller.userId })
}

/** A branch stands for its change request as long as that is open. */
async function branched(context: Context, pushed: Pushed, name: string): Promise<ChangeRequest> {
  const { db } = context
  const { spaceId, target } = pushed
  const branch = { spaceId, name }
  const id = await pushes.findBranch(db, branch)
  if (id !== undefined) {
    const row = await find(context, { spaceId, changeRequestId: id })
    await requireUnchanged(context, pushed, row, name)
    return { ...row, made: 'updated' }
  }
  if (target.old !== undefined)
    throw new PushRefusal('its change request is closed by now; run: git fetch --prune, and push again')
  const beside = await pushes.findBranchBeside(db, branch)
  if (beside !== undefined)
    throw new PushRefusal(`there is a branch ${beside}; choose a name that is not beside it`)
  const last = await findContinued(context, pushed)
  const isNamed = last !== undefined && (await pushes.hasBranch(db, spaceId, last.changeRequestId))
  const row = isNamed ? await open(context, pushed) : await continuedOr(context, pushed)
  await pushes.insertBranch(db, branch, row.id)
  return row
}

async function numbered(context: Context, pushed: Pushed, number: number): Promise<ChangeRequest> {
  const key = { spaceId: pushed.spaceId, changeRequestId: String(number) }
  const isThere = (await changeRequests.find(context.db, key)) !== undefined
  if (!isThere) throw new PushRefusal(`there is no change request #${number}; ${howToPropose}`)
  const row = await find(context, key)
  if (!['draft', 'open'].includes(row.status))
    throw new PushRefusal(`#${row.number} is ${row.status}; ${howToPropose}`)
  // People replace their own on demand, also by commits that have nothing of it.
  if (row.userId !== context.caller.userId) await requireUnchanged(context, pushed, row, refOfNumber(number))
  return { ...row, made: 'updated' }
}

/** What somebody else wrote is never lost, and only the author can rewrite the commits. */
async function requireUnchanged(
  context: Context,
  { spaceId, seen, isOnTop }: Pushed,
  row: Row,
  name: string,
) {
  const { db, caller, addresses } = context
  const isOwn = row.userId === caller.userId
  const whose = `#${row.number} is the change request of ${row.displayName ?? 'somebody else'}`
  if (!isOwn && !hasAccess(gitOperations.gitPushToOthers, context, addresses))
    throw new PushRefusal(`${whose}, so pushing to it requires review access; ${howToPropose}`)
  const how = `run: git pull origin ${name}`
  if (seen === undefined || seen !== (await oidOfRevision(db, spaceId, row.revision))) {
    const author = await pushes.authorOf(db, spaceId, row.revision)
    const who = author?.userId === caller.userId ? 'you have' : `${author?.name ?? 'somebody'} has`
    throw new PushRefusal(`${who} changed #${row.number} in the meantime; ${how}`)
  }
  if (!isOwn && !isOnTop) throw new PushRefusal(`${whose}, and your commits are not based on it; ${how}`)
}

/** Locked: nobody writes or closes it before the push is committed. */
async function find({ db }: Pick<Context, 'db'>, key: changeRequests.Key) {
  await changeRequests.lock(db, key)
  return found(await changeRequests.find(db, key), 'change request')
}

async function open(context: Context, { spaceId, target, content, base }: Pushed): Promise<ChangeRequest> {
  const { db } = context
  if (content.files.length === 0)
    throw new PushRefusal('its files are those of main already; there is nothing to propose')
  const subject = target.subject ?? subjectOf(content.commit)
  const id = await changeRequests.openDraft(context, { spaceId, subject, base: base.revisionId })
  await changeRequests.update(db, { spaceId, id }, { status: 'open' })
  await spaces.count(db, spaceId, changeRequests.counted('draft', -1))
  await spaces.count(db, spaceId, changeRequests.counted('open', 1))
  return { ...(await find(context, { spaceId, changeRequestId: id })), made: 'opened' }
}
