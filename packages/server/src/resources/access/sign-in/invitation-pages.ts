import { html } from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hashPassword } from '../../../auth/passwords.ts'
import { secretHash } from '../../../auth/secrets.ts'
import { sessionCookie } from '../../../auth/session-settings.ts'
import { startSession } from '../../../auth/sessions.ts'
import { ApiError } from '../../../common/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as invitations from '../../people/invitations/index.ts'
import * as users from '../../people/users/store.ts'
import { fieldsOf } from './forms.ts'
import { alert, hidden, passwordFields, problemWith, requirePasswordLogin } from './password-form.ts'
import { languageAsked, type Stage, show, textOf, type Visitor, visitorOf } from './stage.ts'
import * as signIn from './store.ts'

/** The pages that the mail of an invitation leads to. Its link proves that a person has the address. */
export function mountInvitationPages(pages: FastifyInstance, stage: Stage) {
  pages.get('/login/invitation', (request, reply) => showInvitation(stage, request, reply))
  pages.post('/login/invitation', (request, reply) => accept(stage, request, reply))
}

async function showInvitation(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(stage, request, reply)
  const code = textOf((request.query as Record<string, unknown>).code) ?? ''
  const found = await requireInvitation(stage, code, visitor.moment.now)
  return drawInvitation(stage, { request, reply, visitor, code, ...found })
}

/** An account that exists is signed in to as always; an address without one gets an account here. */
async function accept(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(stage, request, reply)
  const { token, code = '', displayName = '', password = '' } = fieldsOf(request)
  const sessionId = visitor.caller?.sessionId ?? ''
  stage.forms.require(request, token, sessionId)
  const found = await requireInvitation(stage, code, visitor.moment.now)
  const { invitation, account } = found
  const { caller, moment } = visitor
  const home = invitation.organizationId
  if (account !== undefined) {
    if (caller?.userId !== account.userId)
      return drawInvitation(stage, { request, reply, visitor, code, ...found })
    await inTransaction(stage.db, { repeatable: true }, (db) =>
      join({ ...moment, db, home, caller }, account.userId, invitation.email),
    )
    return reply.redirect(placeFor(stage, home), 303)
  }
  requirePasswordLogin(stage)
  const name = displayName.trim().slice(0, nameMax)
  const owner = { email: invitation.email, displayName: name }
  const problem = name === '' ? 'Enter your name.' : await problemWith(stage, password, owner)
  if (problem !== undefined) {
    const again = { request, reply: reply.code(400), visitor, code, ...found, problem, name }
    return drawInvitation(stage, again)
  }
  const hash = await hashPassword(password)
  const started = await inTransaction(stage.db, { repeatable: true }, async (db) => {
    const userId = await createAccount({ ...moment, db, home }, owner)
    await signIn.setPassword(db, userId, hash, moment.now)
    const language = languageAsked(request)
    if (language) await users.setLanguage(db, userId, language)
    await join({ ...moment, db, home, caller: newcomer(userId) }, userId, invitation.email)
    const userAgent = request.headers['user-agent']
    const session = await startSession(
      { ...stage, ...moment, db },
      { userId, ssoOrganizationId: null, userAgent },
    )
    const signedIn = { type: 'user.signed_in', userId, sessionId: session.sessionId, by: 'password' } as const
    await emit({ ...moment, db, home: userId }, signedIn)
    return session
  })
  request.session = undefined
  reply.header('set-cookie', sessionCookie(stage.sessions, started))
  return reply.redirect(placeFor(stage, home), 303)
}

const nameMax = 64

async function requireInvitation({ db }: Stage, code: string, now: string) {
  const invitation = await invitations.findByCode(db, secretHash(code), now)
  if (invitation === undefined)
    throw new ApiError(
      'not_found',
      'This invitation is not valid any more: it was accepted, withdrawn, sent again or has expired. Use ' +
        'the newest mail, or ask for another invitation.',
    )
  return { invitation, account: await signIn.findAccount(db, { email: invitation.email }) }
}

/** The mail has reached the address, so it is verified. */
async function join(scene: Scene, userId: string, email: string) {
  const { db, now, home: organizationId } = scene
  await users.verifyEmail(db, userId, now)
  const person = { organizationId, userId, email, by: 'invitation' } as const
  if (await invitations.acceptPending(scene, person)) return
  throw new ApiError('not_found', 'This invitation is not valid any more. Ask for another one.')
}

/** Serialized by the organization's lock: of two forms that are sent at once, one creates the account. */
async function createAccount(scene: Scene, { email, displayName }: NewAccount): Promise<string> {
  const { db, now, home } = scene
  await organizations.lock(db, home)
  if ((await users.idsByEmail(db, [email])).has(email))
    throw new ApiError('conflict', 'There is an account with this address now. Sign in to accept.')
  const userId = (await users.ensureByEmail(db, [email], now)).get(email) ?? ''
  await users.update(db, userId, { display_name: displayName }, now)
  await emit({ ...scene, home: userId }, { type: 'user.created', userId, email })
  return userId
}

interface NewAccount {
  readonly email: string
  readonly displayName: string
}

function newcomer(userId: string) {
  const unbound = { scopes: null, organizationId: null, sessionId: null, ssoOrganizationId: null }
  return { userId, tokenId: '', ...unbound }
}

function placeFor({ addresses }: Stage, organizationId: string): string {
  return addresses.console === undefined ? addresses.login() : `${addresses.console}o/${organizationId}`
}

function drawInvitation(stage: Stage, shown: Shown) {
  const { request, reply, visitor, code, invitation, account } = shown
  const { title, email } = invitation
  const action = stage.addresses.location('/login/invitation')
  const token = stage.forms.issue(request, reply, visitor.caller?.sessionId ?? '')
  const fields = hidden({ token, code })
  const [heading, text] = [`Invitation to ${title}`, html`<p>${email} is invited to ${title}.</p>`]
  if (account === undefined && !stage.sessions.passwordLogin) {
    const how = html`<p>Sign in by the address that your organization gave you; that accepts it.</p>`
    return show(reply, heading, html`${text}${how}`)
  }
  if (account === undefined) {
    const form = html`${alert(shown.problem)}<p>Choose a password, and your account is ready.</p>
<form method="post" action="${action}">
${fields}<label for="name">Your name</label>
<input id="name" name="displayName" autocomplete="name" required maxlength="${nameMax}" value="${shown.name}">
${passwordFields(email)}
<button>Create the account and accept</button>
</form>`
    return show(reply, heading, html`${text}${form}`)
  }
  if (visitor.caller?.userId === account.userId) {
    const form = html`<form method="post" action="${action}">
${fields}<button>Accept the invitation</button>
</form>`
    return show(reply, heading, html`${text}${form}`)
  }
  const path = `${new URL(action).pathname}?${new URLSearchParams({ code })}`
  const login = `${stage.addresses.login()}?${new URLSearchParams({ next: path })}`
  const signInLink =
    visitor.caller === undefined
      ? html`<p>There is an account with this address. <a href="${login}">Sign in to accept</a></p>`
      : html`<p>You are signed in with another address. <a href="${stage.addresses.login()}">Sign out</a>,
then open the link in the mail again.</p>`
  return show(reply, heading, html`${text}${signInLink}`)
}

interface Shown extends Awaited<ReturnType<typeof requireInvitation>> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly visitor: Visitor
  readonly code: string
  readonly problem?: string
  readonly name?: string
}
