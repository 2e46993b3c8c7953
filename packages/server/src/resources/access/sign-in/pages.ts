import { html } from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clearedSessionCookie, clearedSiteData } from '../../../auth/session-settings.ts'
import { endSession } from '../../../auth/sessions.ts'
import { signingKey } from '../../../auth/signing-key.ts'
import { ApiError } from '../../../common/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { emit } from '../../../events/emit.ts'
import type { Core } from '../../../http/route.ts'
import { mountEmailPages } from './email-pages.ts'
import { fieldsOf, formTokens } from './forms.ts'
import { mountInvitationPages } from './invitation-pages.ts'
import { mountLoginPages } from './login-pages.ts'
import { mountProgramPages } from './program-pages.ts'
import { mountResetPages } from './reset-pages.ts'
import { sendToSite } from './site-visits.ts'
import { type Stage, show, type Visitor, visitorOf } from './stage.ts'
import * as signIn from './store.ts'

/** The pages that people sign in on: plain HTML, which needs no script. */
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
    mountLoginPages(pages, stage, showSignedIn)
    pages.post('/logout', (request, reply) => logout(stage, request, reply))
    mountProgramPages(pages, stage)
    mountResetPages(pages, stage)
    mountInvitationPages(pages, stage)
    mountEmailPages(pages, stage)
    pages.get('/login/site', (request, reply) => sendToSite(stage, request, reply))
  })
}

const formBytesMax = 16 * 1024

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
