import { html } from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { takeAttempt } from '../../../auth/attempts.ts'
import { networkOf } from '../../../auth/network.ts'
import { hashPassword } from '../../../auth/passwords.ts'
import { secretHash } from '../../../auth/secrets.ts'
import { ApiError } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { postMail } from '../../people/mails/index.ts'
import * as users from '../../people/users/store.ts'
import { fieldsOf } from './forms.ts'
import { alert, hidden, passwordFields, problemWith, requirePasswordLogin } from './password-form.ts'
import { languageAsked, type Stage, show, textOf, visitorOf } from './stage.ts'
import * as signIn from './store.ts'

/** The pages for people who forgot their password. */
export function mountResetPages(pages: FastifyInstance, stage: Stage) {
  pages.get('/login/forgot', (request, reply) => ask(stage, request, reply))
  pages.post('/login/forgot', (request, reply) => requestMail(stage, request, reply))
  pages.get('/login/reset', (request, reply) => choose(stage, request, reply))
  pages.post('/login/reset', (request, reply) => set(stage, request, reply))
}

async function ask(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  await visitorOf(stage, request, reply)
  requireMail(stage)
  const fields = hidden({ token: stage.forms.issue(request, reply) })
  return show(
    reply,
    'Forgot your password?',
    html`<p>Enter the address that you sign in with. You get a mail with a link to set a new password.</p>
<form method="post" action="${stage.addresses.location('/login/forgot')}">
${fields}<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254">
<button>Send the mail</button>
</form>
<p><a href="${stage.addresses.login()}">Back to sign-in</a></p>`,
  )
}

function requireMail(stage: Stage) {
  requirePasswordLogin(stage)
  if (stage.sendsMail) return
  throw new ApiError(
    'forbidden',
    'This server sends no mail. Ask the people who operate it to set a new password for you.',
  )
}

/**
 * Does and says the same for every address: only the job looks whether there is an account, so that neither
 * the answer nor its time tells.
 */
async function requestMail(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { moment } = await visitorOf(stage, request, reply)
  const { token, email: given = '' } = fieldsOf(request)
  stage.forms.require(request, token)
  requireMail(stage)
  const email = given.trim().toLowerCase().slice(0, emailMax)
  const origin = networkOf(request.ip)
  await takeAttempt(stage.db, moment.now, { account: `reset ${email}`, origin, isKnown: false })
  const language = languageAsked(request) ?? 'en'
  await enqueue(stage.db, 'mail_password_reset', { requestId: newId(), email, language })
  return show(
    reply,
    'Look into your mailbox',
    html`<p>If there is an account with this address, a mail with a link is on its way to it. The link works
once, for half an hour.</p>
<p><a href="${stage.addresses.login()}">Back to sign-in</a></p>`,
  )
}

const emailMax = 254

async function choose(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { moment } = await visitorOf(stage, request, reply)
  const code = textOf((request.query as Record<string, unknown>).code) ?? ''
  const { account } = await requireReset(stage, code, moment.now)
  return showChoice(stage, request, reply, { code, email: account.email })
}

async function set(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { moment } = await visitorOf(stage, request, reply)
  const { token, code = '', password = '', revokeTokens } = fieldsOf(request)
  stage.forms.require(request, token)
  const { account } = await requireReset(stage, code, moment.now)
  const problem = await problemWith(stage, password, account)
  if (problem !== undefined)
    return showChoice(stage, request, reply.code(400), { code, email: account.email, problem })
  const hash = await hashPassword(password)
  await inTransaction(stage.db, { repeatable: true }, async (db) => {
    const taken = await signIn.takeReset(db, secretHash(code), moment.now)
    if (taken === undefined) throw usedUp()
    const { userId } = taken
    await users.lock(db, userId)
    const scene = { ...moment, db, home: userId }
    await signIn.replacePassword(scene, { userId, hash, revokesTokens: revokeTokens !== undefined })
    await users.verifyEmail(db, userId, moment.now)
    const language = (await users.languageOf(db, userId)) ?? languageAsked(request) ?? 'en'
    const letter = { kind: 'passwordChanged' } as const
    await postMail({ ...stage, ...scene }, { home: userId, recipient: account.email, language, letter })
  })
  return show(
    reply,
    'Your new password is set',
    html`<p>All your sessions have ended.</p><p><a href="${stage.addresses.login()}">Sign in</a></p>`,
  )
}

async function requireReset(stage: Stage, code: string, now: string) {
  requirePasswordLogin(stage)
  const reset = await signIn.findReset(stage.db, secretHash(code), now)
  const account = reset && (await signIn.findAccount(stage.db, reset))
  if (account === undefined) throw usedUp()
  return { account }
}

function usedUp() {
  return new ApiError(
    'not_found',
    'This link is not valid any more. It works once, for half an hour: ask for another one at “Forgot your ' +
      'password?”.',
  )
}

function showChoice(stage: Stage, request: FastifyRequest, reply: FastifyReply, given: Choice) {
  const { code, email, problem } = given
  return show(
    reply,
    'Set a new password',
    html`${alert(problem)}<form method="post" action="${stage.addresses.location('/login/reset')}">
${hidden({ token: stage.forms.issue(request, reply), code })}${passwordFields(email)}
<label><input type="checkbox" name="revokeTokens"> Revoke my personal access tokens, too</label>
<button>Set the password</button>
</form>`,
  )
}

interface Choice {
  readonly code: string
  readonly email: string
  readonly problem?: string
}
