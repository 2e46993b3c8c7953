import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import type { Event } from '../../../events/events.ts'
import type { PlainLetter } from '../../../mail/letters.ts'
import { postMail } from '../../people/mails/index.ts'
import * as members from '../../people/members/store.ts'
import * as users from '../../people/users/store.ts'

/**
 * Records what happened to the second factors of a person, and mails it to them: an attacker who comes that
 * far must not go unnoticed.
 */
export async function tell(scene: Telling, userId: string, event: FactorEvent, letter?: PlainLetter) {
  const { db } = scene
  await recordFor(scene, userId, event)
  if (letter === undefined) return
  const { email: recipient } = found(await users.find(db, userId), 'user')
  const language = (await users.languageOf(db, userId)) ?? 'en'
  await postMail(scene, { home: userId, recipient, language, letter })
}

/** For the person, and for each of their organizations. */
export async function recordFor(scene: Omit<Scene, 'home'>, userId: string, event: FactorEvent) {
  for (const home of [userId, ...(await members.organizationIdsOf(scene.db, userId))])
    await emit({ ...scene, home }, event)
}

type Telling = Omit<Scene, 'home'> & Pick<Context, 'seals' | 'sendsMail'>
type FactorEvent = Extract<Event, { readonly type: `second_factor.${string}` }>
