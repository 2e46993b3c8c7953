import { html } from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clearedSessionCookie, clearedSiteData, sessionCookie } from '../../../auth/session-settings.ts'
import { endSession } from '../../../auth/sessions.ts'
import { signingKey } from '../../../auth/signing-key.ts'
import { ApiError } from '../../../common/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { emit } from '../../../events/emit.ts'
import type { Core } from '../../../http/route.ts'
import { ssoLogins } from '../provider-logins/index.ts'
import { mountEmailPages } from './email-pages.ts'
import { fieldsOf, formTokens } from './forms.ts'
import { mountInvitationPages } from './invitation-pages.ts'
import { requirePasswordLogin } from './password-form.ts'
import { mountProgramPages } from './program-pages.ts'
import { mountResetPages } from './reset-pages.ts'
import { safeNext } from './rules.ts'
import { signInByPassword } from './signing-in.ts'
import { sendToSite } from './site-visits.ts'
import { languageAsked, type Stage, show, textOf, type Visitor, visitorOf } from './stage.ts'
import * as signIn from './store.ts'

/** The pages that people sign in on: plain HTML, without scripts. */
export async function mountSignInPages(app: FastifyInstance, core: Core) {
  const moment = { db: core.db, seals: core.seals, now: core.clock().toISOString() }
  const forms = formTokens(await signingKey(moment, 'forms'), core.sessions)
  await app.register(async (pages) => {
    const parse = { parseAs: 'string', bodyLimit: formBytesMax } as const
    pages.addContentTypeParser('application/x-www-form-urlencoded', parse, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    )
    pages.setErrorHandler((error, request, reply) => {
      if (!(error instanceof ApiError)) throw error
      if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
      const again = html`<p><a href="${core.addresses.login()}">Sign in</a></p>`
      const problem = html`<p role="alert">${error.message}</p>${again}`
      request.refusal = error.reason
      return show(reply.code(error.status), 'That did not work', problem)
    })
    const stage = { ...core, forms }
    pages.get('/login', (request, reply) => showLogin(stage, request, reply))
    pages.post('/login', (request, reply) => login(stage, request, reply))
    pages.post('/logout', (request, reply) => logout(stage, request, reply))
    mountProgramPages(pages, stage)
    mountResetPages(pages, stage)
    mountInvitationPages(pages, stage)
    mountEmailPages(pages, stage)
    pages.get('/login/site', (request, reply) => sendToSite(stage, request, reply))
  })
}

const formBytesMax = 16 * 1024

async function showLogin(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(stage, request, reply)
  const { next, organization } = request.query as Record<string, unknown>
  const [wanted, organizationId] = [textOf(next), textOf(organization)]
  const logins = organizationId === undefined ? [] : await ssoLogins(stage, organizationId)
  // With `logins`, show the form even to a signed-in visitor: the organization requires its own sign-in.
  if (visitor.caller && logins.length === 0) {
    if (wanted === undefined) return showSignedIn(stage, visitor, reply, request)
    return reply.redirect(nextFor(stage, wanted), 303)
  }
  return show(
    reply,
    'Sign in',
    loginForm(stage, { next: wanted, logins, token: stage.forms.issue(request, reply) }),
  )
}

/** Where a person goes who has signed in: where they wanted to, or to the console. */
function nextFor({ addresses }: Stage, wanted: string | undefined): string {
  return safeNext(wanted, addresses.login(), addresses.console ?? addresses.login())
}

function loginForm(
  { sessions, addresses, sendsMail }: Stage,
  { next, logins, token, email, problem }: LoginForm,
) {
  const providers = logins.map(
    ({ label, startURL }) => html`<p><a href="${withNext(startURL, next)}">Sign in with ${label}</a></p>`,
  )
  const byPassword = html`<form method="post" action="${addresses.login()}">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="next" value="${next}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button>
</form>
${sendsMail && html`<p><a href="${addresses.location('/login/forgot')}">Forgot your password?</a></p>`}`
  const nothing = html`<p>Sign in by the address that your organization gave you.</p>`
  const own = sessions.passwordLogin ? byPassword : logins.length === 0 ? nothing : undefined
  return html`${problem ? html`<p role="alert">${problem}</p>` : undefined}${providers}${own}`
}

function withNext(startURL: string, next: string | undefined): string {
  return next === undefined ? startURL : `${startURL}?${new URLSearchParams({ next })}`
}

interface LoginForm {
  readonly next: string | undefined
  readonly logins: readonly { readonly label: string; readonly startURL: string }[]
  readonly token: string
  readonly email?: string
  readonly problem?: string
}

async function showSignedIn(stage: Stage, visitor: Visitor, reply: FastifyReply, request: FastifyRequest) {
  const account = await signIn.findAccount(stage.db, { userId: visitor.caller?.userId ?? '' })
  const token = stage.forms.issue(request, reply, visitor.caller?.sessionId ?? '')
  return show(
    reply,
    'You are signed in',
    html`<p>You are signed in as ${account?.displayName} (${account?.email}).</p>
${stage.addresses.console && html`<p><a href="${stage.addresses.console}">Open the console</a></p>`}
<form method="post" action="${stage.addresses.location('/logout')}">
<input type="hidden" name="token" value="${token}">
<button>Sign out</button>
</form>`,
  )
}

async function login(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { sessions, forms } = stage
  const visitor = await visitorOf(stage, request, reply)
  const { token, next, email = '', password = '' } = fieldsOf(request)
  forms.require(request, token)
  requirePasswordLogin(stage)
  const asked = { ip: request.ip, userAgent: request.headers['user-agent'], language: languageAsked(request) }
  const given = { email, password, ...asked }
  const { userId, sessionId } = visitor.caller ?? {}
  const session = userId && sessionId ? { userId, sessionId } : undefined
  const started = await signInByPassword({ ...stage, ...visitor.moment }, { ...given, session })
  if (started === undefined) {
    request.log.warn({ ip: request.ip }, 'sign-in failed')
    const problem = 'The e-mail address or the password is wrong.'
    const again = { next, logins: [], token: forms.issue(request, reply), email, problem }
    return show(reply.code(403), 'Sign in', loginForm(stage, again))
  }
  request.session = undefined
  reply.header('set-cookie', sessionCookie(sessions, started))
  return reply.redirect(nextFor(stage, next), 303)
}

async function logout(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { caller, moment } = await visitorOf(stage, request, reply)
  const { userId, sessionId } = caller ?? {}
  stage.forms.require(request, fieldsOf(request).token, sessionId ?? '')
  if (userId && sessionId) {
    await inTransaction(stage.db, { repeatable: true }, async (db) => {
      if (!(await endSession(db, { userId, sessionId }))) return
      const scene = { db, now: moment.now, requestId: request.id, home: userId }
      await emit(scene, { type: 'session.ended', sessionId, because: 'signed out' })
    })
  }
  request.session = undefined
  reply.headers({ 'set-cookie': clearedSessionCookie(stage.sessions), ...clearedSiteData })
  return reply.redirect(stage.addresses.login(), 303)
}
