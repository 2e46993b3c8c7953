import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { emit } from '../../../events/emit.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as changeRequests from './store.ts'

/** Opens a draft on a revision of the space, by default the current one, without copying content. */
export async function openDraft(
  context: Context,
  { spaceId, subject, base }: { readonly spaceId: string; readonly subject: string; readonly base?: string },
): Promise<string> {
  const { db, caller, now } = context
  const { number, revision: head } = found(await spaces.numberChangeRequest(db, spaceId), 'space')
  const revision = base ?? head
  const id = newId()
  await changeRequests.insert(db, {
    space_id: spaceId,
    id,
    number,
    status: 'draft',
    subject,
    created_by: caller.userId,
    created_at: now,
    updated_at: now,
    revision_id: revision,
    revision_initial: revision,
  })
  await emit(context, { type: 'change_request.created', spaceId, changeRequestId: id, number, subject })
  return id
}
