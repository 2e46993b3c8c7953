import { html } from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newSecret, secretHash } from '../../../auth/secrets.ts'
import type { Caller } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { postMail } from '../../people/mails/index.ts'
import * as users from '../../people/users/store.ts'
import { changeEmail } from './changing-email.ts'
import { fieldsOf } from './forms.ts'
import { alert, hidden } from './password-form.ts'
import { isOwnPassword, requireRecentLogin } from './proving.ts'
import { type Stage, show, textOf, type Visitor, visitorOf } from './stage.ts'
import * as signIn from './store.ts'

/** An account gets another address when the present and the new one have confirmed it. */
export function mountEmailPages(pages: FastifyInstance, stage: Stage) {
  pages.get('/login/email/new', (request, reply) => ask(stage, request, reply))
  pages.post('/login/email/new', (request, reply) => change(stage, request, reply))
  pages.get('/login/email', (request, reply) => showChange(stage, request, reply))
  pages.post('/login/email', (request, reply) => confirm(stage, request, reply))
}

async function ask(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(stage, request, reply)
  if (visitor.caller === undefined) {
    const next = new URL(stage.addresses.location('/login/email/new')).pathname
    return reply.redirect(`${stage.addresses.login()}?${new URLSearchParams({ next })}`, 303)
  }
  return drawForm(stage, { request, reply, visitor, ...(await requireAccount(stage, visitor.caller)) })
}

/** The same for every new address: whether it belongs to an account shows only to its owner, at the end. */
async function change(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(stage, request, reply)
  const { caller, moment } = visitor
  const { token, email: given = '', password = '' } = fieldsOf(request)
  if (caller === undefined) throw new ApiError('forbidden', 'Your session has ended. Sign in again.')
  stage.forms.require(request, token, caller.sessionId ?? '')
  const { account } = await requireAccount(stage, caller)
  const again = { request, visitor, account, email: given }
  const email = given.trim().toLowerCase()
  if (!isAddress(email) || email === account.email) {
    const problem = 'Enter another e-mail address than the present one.'
    return drawForm(stage, { ...again, reply: reply.code(400), problem })
  }
  const moments = { ...stage, ...moment, caller }
  if (account.hash === null) await requireRecentLogin(moments)
  else if (!(await isOwnPassword(moments, account, password)))
    return drawForm(stage, { ...again, reply: reply.code(403), problem: 'The password is wrong.' })
  await inTransaction(stage.db, { repeatable: true }, (db) =>
    begin({ ...stage, ...moment, db }, account, email),
  )
  return show(
    reply,
    'Look into both mailboxes',
    html`<p>A mail is on its way to ${account.email}, and one to ${email}. Open the link in both within a day.
Until then, nothing changes.</p>`,
  )
}

function isAddress(text: string): boolean {
  return text.length <= emailMax && /^[^\s@<>",;:\\]+@[^\s@<>",;:\\.]+(?:\.[^\s@<>",;:\\.]+)+$/.test(text)
}

const emailMax = 254

async function begin(scene: Parameters<typeof postMail>[0], account: Account, email: string) {
  const { db, now } = scene
  const { userId } = account
  const [oldCode, newCode] = [newSecret(), newSecret()]
  const isNew = await signIn.insertEmailChange(db, {
    ...{ userId, email, now },
    ...{ oldCodeHash: secretHash(oldCode), newCodeHash: secretHash(newCode) },
    before: new Date(Date.parse(now) - againMs).toISOString(),
    expiresAt: new Date(Date.parse(now) + validMs).toISOString(),
  })
  if (!isNew) throw new ApiError('rate_limited', 'You asked for this a moment ago. Try again in a minute.')
  const language = (await users.languageOf(db, userId)) ?? 'en'
  const mail = { home: userId, language, validMs }
  const leaving = { kind: 'emailLeaving', email } as const
  await postMail(scene, { ...mail, recipient: account.email, letter: leaving, secret: oldCode })
  const arriving = { kind: 'emailArriving', email } as const
  await postMail(scene, { ...mail, recipient: email, letter: arriving, secret: newCode })
}

const [againMs, validMs] = [60_000, 24 * 60 * 60 * 1000]

async function showChange(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { moment } = await visitorOf(stage, request, reply)
  const code = textOf((request.query as Record<string, unknown>).code) ?? ''
  const { email } = await requireChange(stage, code, moment.now)
  return show(
    reply,
    'Confirm the new address',
    html`<p>An account is to have the address ${email}.</p>
<form method="post" action="${stage.addresses.location('/login/email')}">
${hidden({ token: stage.forms.issue(request, reply), code })}<button>Confirm</button>
</form>`,
  )
}

async function confirm(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { moment } = await visitorOf(stage, request, reply)
  const { token, code = '' } = fieldsOf(request)
  stage.forms.require(request, token)
  await requireChange(stage, code, moment.now)
  const isDone = await inTransaction(stage.db, { repeatable: true }, async (db) => {
    const { userId, email, isOld } = await requireChange({ ...stage, db }, code, moment.now)
    await users.lock(db, userId)
    if (!(await signIn.confirmEmailChange(db, userId, Boolean(isOld), moment.now))) return false
    await changeEmail({ ...moment, db, home: userId }, userId, email)
    return true
  })
  const text = isDone
    ? html`<p>From now on, you sign in with the new address.</p>
<p><a href="${stage.addresses.login()}">Sign in</a></p>`
    : html`<p>Now open the link in the mail to the other address.</p>`
  return show(reply, isDone ? 'The address is changed' : 'This address is confirmed', text)
}

async function requireChange({ db }: Pick<Stage, 'db'>, code: string, now: string) {
  const change = await signIn.findEmailChange(db, secretHash(code), now)
  if (change !== undefined) return change
  throw new ApiError('not_found', 'This link is not valid any more. Change the address again.')
}

async function requireAccount(stage: Stage, caller: Caller) {
  if (!stage.sendsMail)
    throw new ApiError(
      'forbidden',
      'This server sends no mail, so nobody can confirm an address. Ask the people who operate it.',
    )
  return { account: found(await signIn.findAccount(stage.db, { userId: caller.userId }), 'user') }
}

type Account = Awaited<ReturnType<typeof requireAccount>>['account']

function drawForm(stage: Stage, { request, reply, visitor, account, email, problem }: Asked) {
  const token = stage.forms.issue(request, reply, visitor.caller?.sessionId ?? '')
  const byPassword = html`<label for="password">Current password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`
  return show(
    reply,
    'Change your e-mail address',
    html`${alert(problem)}<p>You sign in as ${account.email}. Both addresses get a mail, and the address
changes when both have confirmed it.</p>
<form method="post" action="${stage.addresses.location('/login/email/new')}">
${hidden({ token })}<label for="email">New e-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="${emailMax}"
 value="${email}">
${account.hash !== null && byPassword}
<button>Send both mails</button>
</form>`,
  )
}

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly visitor: Visitor
  readonly account: Account
  readonly email?: string
  readonly problem?: string
}
