import { ApiError, found } from '../../../common/errors.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import * as members from '../../people/members/store.ts'
import * as users from '../../people/users/store.ts'
import * as signIn from './store.ts'

/** Links to set a new password went to the address before, so they end. */
export async function changeEmail(scene: Scene, userId: string, email: string) {
  const { db, now } = scene
  if ((await users.idsByEmail(db, [email])).has(email))
    throw new ApiError('conflict', 'This address belongs to another account. Sign in to that one instead.')
  const before = found(await users.find(db, userId), 'user').email
  await users.setEmail(db, userId, email, now)
  await signIn.endEmailChange(db, userId)
  await signIn.endResets(db, userId)
  const changed = { type: 'user.email_changed', userId, before, after: email } as const
  await emit(scene, changed)
  for (const home of await members.organizationIdsOf(db, userId)) await emit({ ...scene, home }, changed)
}
