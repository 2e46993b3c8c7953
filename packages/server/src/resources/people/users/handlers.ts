import type { User, userOperations } from '@stemma/contract'
import { requireUnbound } from '../../../auth/access.ts'
import type { Visited } from '../../../auth/content-token.ts'
import { isOperator } from '../../../auth/operators.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import { requireProof } from '../../access/second-factors/index.ts'
import { isShownOnSite } from '../../content/content/index.ts'
import { postMail } from '../mails/index.ts'
import { deleteAccount } from './deleting.ts'
import * as users from './store.ts'

export const userHandlers: Handlers<typeof userOperations> = {
  async getAuthenticatedUser(_input, { db, caller, addresses, operators }) {
    const user = users.toUser(found(await users.find(db, caller.userId), 'user'), addresses)
    return { ...user, ...((await isOperator(db, operators, caller)) && { operator: true }) }
  },

  async deleteAuthenticatedUser({ query: { authorship } }, context) {
    const { db, caller } = context
    requireUnbound(caller)
    await requireProof(context)
    const { userId } = caller
    const language = (await users.languageOf(db, userId)) ?? 'en'
    const recipient = await deleteAccount(context, userId, authorship)
    const letter = { kind: 'accountDeleted', authorship } as const
    await postMail(context, { home: userId, recipient, language, letter })
    return undefined
  },

  async getUserById({ params }, context) {
    const { db, caller, addresses, visited } = context
    if (visited !== undefined) return mentionedUser(context, visited, params.userId)
    const known =
      params.userId === caller.userId || (await users.sharesOrganization(db, caller, params.userId))
    return users.toUser(found(known ? await users.find(db, params.userId) : undefined, 'user'), addresses)
  },

  async updateUserById({ params, body }, context) {
    const { db, now, addresses } = context
    await users.lock(db, params.userId)
    const before = found(await users.find(db, params.userId), 'user')
    const { displayName = before.displayName, photoURL } = body
    const photoUrl = photoURL ?? before.photoUrl
    await users.update(
      db,
      params.userId,
      { display_name: displayName, ...(photoURL && { photo_url: photoURL }) },
      now,
    )
    await emit(context, {
      type: 'user.updated',
      userId: params.userId,
      before: { displayName: before.displayName, photoURL: before.photoUrl },
      after: { displayName, photoURL: photoUrl },
    })
    return users.toUser({ ...before, displayName, photoUrl }, addresses)
  },
}

/** A mention is not enough: anyone can write any ID into a page, so the person must be a member. */
async function mentionedUser(context: Context, { organizationId }: Visited, userId: string): Promise<User> {
  const member = found(await users.findMember(context.db, organizationId, userId), 'user')
  found((await isShownOnSite(context, { kind: 'user', user: userId })) || undefined, 'user')
  const { email: _email, ...user } = users.toUser(member, context.addresses)
  return user
}
