import { html } from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { partyAt, requestOptions } from '../../../auth/passkeys.ts'
import { sessionCookie } from '../../../auth/session-settings.ts'
import { ApiError } from '../../../common/errors.ts'
import { ssoLogins } from '../provider-logins/index.ts'
import * as factors from '../second-factors/index.ts'
import { fieldsOf } from './forms.ts'
import { credentialIn, mountPasskeyScript, passkeyForm, scriptFor } from './passkey-forms.ts'
import { alert, hidden, requirePasswordLogin } from './password-form.ts'
import { safeNext } from './rules.ts'
import {
  askForAnybody,
  findSecondStep,
  type SignedIn,
  signInByPasskey,
  signInByPassword,
  signInBySecondStep,
} from './signing-in.ts'
import { languageAsked, type Stage, show, textOf, type Visitor, visitorOf } from './stage.ts'

type Show = (stage: Stage, visitor: Visitor, reply: FastifyReply, request: FastifyRequest) => unknown

/** The two steps of signing in. `showSignedIn` draws the page for people who are signed in. */
export function mountLoginPages(pages: FastifyInstance, stage: Stage, showSignedIn: Show) {
  pages.get('/login', (request, reply) => showLogin(stage, showSignedIn, request, reply))
  pages.post('/login', (request, reply) => login(stage, request, reply))
  pages.post('/login/factor', (request, reply) => takeSecondStep(stage, request, reply))
  mountPasskeyScript(pages)
  pages.post('/login/passkey/options', (request, reply) => sendPasskeyOptions(stage, request, reply))
  pages.post('/login/passkey', (request, reply) => loginByPasskey(stage, request, reply))
}

async function showLogin(stage: Stage, showSignedIn: Show, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(stage, request, reply)
  const { next, organization, again } = request.query as Record<string, unknown>
  const [wanted, organizationId] = [textOf(next), textOf(organization)]
  const logins = organizationId === undefined ? [] : await ssoLogins(stage, organizationId)
  // With `logins`, show the form even to a signed-in visitor: the organization requires its own sign-in.
  if (visitor.caller && logins.length === 0 && textOf(again) === undefined) {
    if (wanted === undefined) return showSignedIn(stage, visitor, reply, request)
    return reply.redirect(nextFor(stage, wanted), 303)
  }
  return showLoginForm(stage, request, reply, { next: wanted, logins })
}

function showLoginForm(
  stage: Stage,
  request: FastifyRequest,
  reply: FastifyReply,
  given: Omit<LoginForm, 'token'>,
) {
  const form = loginForm(stage, { ...given, token: stage.forms.issue(request, reply) })
  return show(reply, 'Sign in', form, { script: scriptFor(stage) })
}

/** Where a person goes who has signed in: where they wanted to, or to the console. */
function nextFor({ addresses }: Stage, wanted: string | undefined): string {
  return safeNext(wanted, addresses.login(), addresses.console ?? addresses.login())
}

function loginForm(stage: Stage, { next, logins, token, email, problem }: LoginForm) {
  const { sessions, addresses, sendsMail } = stage
  const providers = logins.map(
    ({ label, startURL }) => html`<p><a href="${withNext(startURL, next)}">Sign in with ${label}</a></p>`,
  )
  const fields = { token, next: next ?? '', challenge: '' }
  const byPassword = html`<form method="post" action="${addresses.login()}">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="next" value="${next}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${email}">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button>Sign in</button>
</form>
${scriptFor(stage) && passkeyForm(stage, { ...byPasskey, fields })}
${sendsMail && html`<p><a href="${addresses.location('/login/forgot')}">Forgot your password?</a></p>`}`
  const nothing = html`<p>Sign in by the address that your organization gave you.</p>`
  const own = sessions.passwordLogin ? byPassword : logins.length === 0 ? nothing : undefined
  return html`${problem ? html`<p role="alert">${problem}</p>` : undefined}${providers}${own}`
}

const byPasskey = { path: '/login/passkey', label: 'Sign in with a passkey' }

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

async function login(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(stage, request, reply)
  const { token, next, email = '', password = '' } = fieldsOf(request)
  stage.forms.require(request, token)
  requirePasswordLogin(stage)
  const given = { email, password, ...askedIn(request, visitor) }
  const signedIn = await signInByPassword({ ...stage, ...visitor.moment }, given)
  if (signedIn === undefined) {
    request.log.warn({ ip: request.ip }, 'sign-in failed')
    const problem = 'The e-mail address or the password is wrong.'
    return showLoginForm(stage, request, reply.code(403), { next, logins: [], email, problem })
  }
  return proceed(stage, request, reply, { signedIn, next })
}

/** For the script: what a passkey signs, and the token of the form that sends the signature. */
async function sendPasskeyOptions(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { moment } = await visitorOf(stage, request, reply)
  stage.forms.require(request, fieldsOf(request).token)
  requirePasswordLogin(stage)
  const { secret, challenge } = await askForAnybody({ ...stage, ...moment })
  const token = stage.forms.issue(request, reply, secret)
  const options = requestOptions(partyAt(stage.addresses.login()), challenge)
  return reply.header('cache-control', 'no-store').send({ token, challenge: secret, options })
}

async function loginByPasskey(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(stage, request, reply)
  const { token, next, challenge = '', credential = '' } = fieldsOf(request)
  stage.forms.require(request, token, challenge)
  requirePasswordLogin(stage)
  const given = { challenge, credential: credentialIn(credential), ...askedIn(request, visitor) }
  const signedIn = await signInByPasskey({ ...stage, ...visitor.moment }, given)
  if (signedIn !== undefined) return proceed(stage, request, reply, { signedIn, next })
  request.log.warn({ ip: request.ip }, 'sign-in failed')
  const problem = 'This passkey does not belong to an account here, or it took too long. Try again.'
  return showLoginForm(stage, request, reply.code(403), { next, logins: [], problem })
}

async function takeSecondStep(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(stage, request, reply)
  const { token, next, challenge = '', code = '', credential = '' } = fieldsOf(request)
  // The token is bound to the browser and to the challenge, so nobody else can answer it.
  stage.forms.require(request, token, challenge)
  const proof = credential === '' ? { code } : { credential: credentialIn(credential) }
  const given = { challenge, ...proof, ...askedIn(request, visitor) }
  const signedIn = await signInBySecondStep({ ...stage, ...visitor.moment }, given)
  if (signedIn === undefined) {
    throw new ApiError('forbidden', 'The first step is too long ago, or there were too many attempts.')
  }
  if (signedIn !== 'again') return proceed(stage, request, reply, { signedIn, next })
  request.log.warn({ ip: request.ip }, 'second step failed')
  const problem =
    credential === ''
      ? 'This code is wrong, or it was used before. Wait for the next one.'
      : 'This passkey does not belong to your account. Use another one, or a code.'
  return showSecondStep(stage, request, reply.code(403), { challenge, next, problem })
}

function askedIn(request: FastifyRequest, { caller }: Visitor) {
  const { userId, sessionId } = caller ?? {}
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'],
    language: languageAsked(request),
    session: userId && sessionId ? { userId, sessionId } : undefined,
  }
}

/** To where the person wanted, or to the second step. */
function proceed(stage: Stage, request: FastifyRequest, reply: FastifyReply, { signedIn, next }: Proceeding) {
  if ('challenge' in signedIn) return showSecondStep(stage, request, reply, { ...signedIn, next })
  request.session = undefined
  reply.header('set-cookie', sessionCookie(stage.sessions, signedIn.started))
  return reply.redirect(nextFor(stage, next), 303)
}

interface Proceeding {
  readonly signedIn: SignedIn
  readonly next: string | undefined
}

async function showSecondStep(stage: Stage, request: FastifyRequest, reply: FastifyReply, given: SecondStep) {
  const { challenge, next = '', problem } = given
  const token = stage.forms.issue(request, reply, challenge)
  const step = await findSecondStep({ ...stage, now: stage.clock().toISOString() }, challenge)
  const kinds = step ? (await factors.list(stage.db, step.userId)).map(({ kind }) => kind) : []
  const passkeys = step && kinds.includes('passkey') ? await factors.listPasskeys(stage.db, step.userId) : []
  const script = passkeys.length > 0 ? scriptFor(stage) : undefined
  const options = step && requestOptions(partyAt(stage.addresses.login()), step.challenge, passkeys)
  const fields = { token, challenge, next }
  const byPasskey = { path: '/login/factor', label: 'Use your passkey', fields }
  const hasApp = kinds.includes('authenticator')
  return show(
    reply,
    'Second step',
    html`${alert(problem)}${script && options && passkeyForm(stage, { ...byPasskey, options })}
<form method="post" action="${stage.addresses.location('/login/factor')}">
${hidden(fields)}<label for="code">${hasApp ? 'Code of your authenticator app' : 'Recovery code'}</label>
<input id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required
 maxlength="64"${hasApp || !script ? html` autofocus` : undefined}>
<button>Sign in</button>
</form>
${hasApp && html`<p>Without your phone, enter one of your recovery codes instead.</p>`}
<p><a href="${stage.addresses.login()}">Start again</a></p>`,
    { script },
  )
}

interface SecondStep {
  readonly challenge: string
  readonly next: string | undefined
  readonly problem?: string
}
