import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { PushRefusal } from '../../../git/push-refusal.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as revisions from '../content/index.ts'
import { keepFiles } from '../stored-files/index.ts'
import { type ChangeRequest, changeRequestFor, type Pushed } from './push-change.ts'
import { keepPack } from './push-packs.ts'
import { howToPropose, type PushTarget } from './push-rules.ts'
import * as pushes from './store.ts'

/** What became of a push. */
export interface PushOutcome {
  readonly made: 'opened' | 'updated' | 'known'
  /** Undefined if it went to the main branch. */
  readonly change?: {
    readonly changeRequestId: string
    readonly number: number
    readonly status: string
  }
}

/** Writes the content of a push as a revision of the space or of a change request. */
export async function commitPush(context: Context, pushed: Pushed): Promise<PushOutcome> {
  const { db, now } = context
  const { spaceId, target, content, pack } = pushed
  await spaces.lock(db, spaceId)
  const known = await findKnown(context, spaceId, target)
  if (known !== undefined) return known
  const to = target.to.kind === 'main' ? undefined : await changeRequestFor(context, pushed)
  await keepFiles(db, content.stored, now)
  if (pack !== undefined) await keepPack(context, spaceId, pack)
  return to === undefined ? commitToMain(context, pushed) : commitToChange(context, pushed, to)
}

async function commitToChange(context: Context, pushed: Pushed, to: ChangeRequest): Promise<PushOutcome> {
  const { db, now } = context
  const { spaceId, target, base } = pushed
  const { made, ...row } = to
  const { id, number, status } = row
  const before = found(await revisions.byId(db, { spaceId, revisionId: row.revision }), 'revision')
  const { revisionId, pages } = await write(context, pushed, before, id)
  await changeRequests.update(
    db,
    { spaceId, id },
    {
      revision_id: revisionId,
      updated_at: now,
      ...(changeRequests.baseOf(row) !== base.revisionId && { revision_merged_ancestor: base.revisionId }),
      ...(target.subject !== undefined && { subject: target.subject }),
    },
  )
  const at = { spaceId, changeRequestId: id }
  await emit(
    context,
    ...(made === 'opened' ? [{ type: 'change_request.opened', ...at } as const] : []),
    { type: 'change_request.content_updated', ...at, revisionId, pages },
    { type: 'change_request.pushed', ...at, revisionId, commit: target.tip },
  )
  return { made, change: { changeRequestId: id, number, status } }
}

/** The main branch only goes forward: what is pushed must be based on its last commit. */
async function commitToMain(context: Context, pushed: Pushed): Promise<PushOutcome> {
  const { db, now } = context
  const { spaceId, target, base, content, pack } = pushed
  const present = found(await revisions.ofSpace(db, { spaceId }), 'space')
  requireLive(present)
  if (present.id !== base.revisionId)
    throw new PushRefusal('main has changed in the meantime; run: git pull --rebase origin main')
  if (pack?.hasDrafts)
    throw new PushRefusal('it has drafts of change requests, which readers would see; merge them instead')
  if (content.files.length === 0)
    throw new PushRefusal('its files are those of main already; there is nothing to push')
  const { revisionId, pages } = await write(context, pushed, present)
  await spaces.update(db, spaceId, { revision_id: revisionId, updated_at: now })
  await revisions.noteChangedPages(db, { spaceId, revisionId, pages })
  await emit(
    context,
    { type: 'space.content_updated', spaceId, revisionId, pages },
    { type: 'space.pushed', spaceId, revisionId, commit: target.tip },
  )
  return { made: 'updated' }
}

async function write(
  context: Context,
  { spaceId, target, content: { applied } }: Pushed,
  before: revisions.RevisionRow,
  changeRequestId?: string,
) {
  const { db, now, caller } = context
  const line = changeRequestId === undefined ? {} : { changeRequestId }
  const { revisionId } = await revisions.commitApplied(
    context,
    revisions.view(context, before),
    applied,
    line,
  )
  const key = { spaceId, tip: target.tip, userId: caller.userId }
  await pushes.keep(db, key, { changeRequestId: changeRequestId ?? null, revisionId, now })
  return { revisionId, pages: applied.touched.map(({ page }) => page) }
}

/** Rejects what no push can have, before its pack is read. */
export async function requirePushable({ db }: Pick<Context, 'db'>, spaceId: string, { to }: PushTarget) {
  if (to.kind === 'main') requireLive(found(await revisions.ofSpace(db, { spaceId }), 'space'))
}

function requireLive({ editMode }: { readonly editMode: string }) {
  if (editMode !== 'live') throw new PushRefusal(`main accepts change requests only; ${howToPropose}`)
}

/** A push that was committed before: its answer was lost, or nobody noticed that it arrived. */
export async function findKnown(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  spaceId: string,
  { tip, to }: PushTarget,
): Promise<PushOutcome | undefined> {
  const known = await pushes.find(db, { spaceId, tip, userId: caller.userId })
  if (known === undefined) return undefined
  const { changeRequestId, number, status, branch, head, revisionId } = known
  if (changeRequestId === null) return to.kind === 'main' ? { made: 'known' } : undefined
  const isThere = {
    main: () => false,
    proposal: () => true,
    number: () => 'number' in to && number === to.number && head === revisionId,
    branch: () => 'name' in to && branch === to.name && (head === revisionId || isClosed(status)),
  }
  return isThere[to.kind]() ? { made: 'known', change: { changeRequestId, number, status } } : undefined
}

function isClosed(status: string): boolean {
  return !['draft', 'open'].includes(status)
}
