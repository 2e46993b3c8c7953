import { type Scope, scopes } from '@stemma/contract'
import { html } from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { newSecret, secretHash } from '../../../auth/secrets.ts'
import { ApiError } from '../../../common/errors.ts'
import { fieldsOf } from './forms.ts'
import { requireLoopback } from './rules.ts'
import { type Stage, show, textOf, visitorOf } from './stage.ts'
import * as signIn from './store.ts'

const codeSeconds = 60

/** A program on a person's computer opens these pages, so that the person allows it to act as them. */
export function mountProgramPages(pages: FastifyInstance, stage: Stage) {
  pages.get('/login/program', (request, reply) => ask(stage, request, reply))
  pages.post('/login/program', (request, reply) => confirm(stage, request, reply))
}

async function ask(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { caller } = await visitorOf(stage, request, reply)
  const wish = requireWish(request.query as Record<string, unknown>)
  if (caller === undefined) {
    const { pathname } = new URL(stage.addresses.location('/login/program'))
    const next = `${pathname}?${new URLSearchParams({ ...wish })}`
    return reply.redirect(`${stage.addresses.login()}?${new URLSearchParams({ next })}`, 303)
  }
  const account = await signIn.findAccount(stage.db, caller)
  const token = stage.forms.issue(request, reply, caller.sessionId ?? '')
  const fields = Object.entries({ ...wish, token }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  )
  const content = html`<p>A program on this computer, <strong>${wish.name}</strong>, asks to act as
${account?.displayName} (${account?.email}), with ${rightsOf(wish)}, until you revoke its token.</p>
<p>Go on only if you have just started it yourself.</p>
<form method="post" action="${stage.addresses.location('/login/program')}">
${fields}<button>Let it act as me</button>
</form>`
  const formTarget = requireLoopback(wish.redirect).origin
  return show(reply, 'Let stemma on this computer act as you?', content, { formTarget })
}

async function confirm(stage: Stage, request: FastifyRequest, reply: FastifyReply) {
  const { caller, moment } = await visitorOf(stage, request, reply)
  const { token, ...fields } = fieldsOf(request)
  if (caller === undefined) throw new ApiError('forbidden', 'Your session has ended. Start again.')
  stage.forms.require(request, token, caller.sessionId ?? '')
  const wish = requireWish(fields)
  const code = newSecret()
  await signIn.insertCode(stage.db, {
    codeHash: secretHash(code),
    userId: caller.userId,
    ssoOrganizationId: caller.ssoOrganizationId,
    ssoProvedAt: caller.ssoProvedAt,
    secondFactor: caller.secondFactor,
    sessionId: caller.sessionId,
    scopes: scopesIn(wish.scopes),
    label: wish.name,
    challenge: wish.challenge,
    redirectURL: wish.redirect,
    expiresAt: new Date(Date.parse(moment.now) + codeSeconds * 1000).toISOString(),
  })
  const target = requireLoopback(wish.redirect)
  target.search = String(new URLSearchParams({ code, state: wish.state }))
  return reply.redirect(target.href, 303)
}

/** The query parameters of the URL that a program opens. */
interface Wish {
  readonly name: string
  readonly redirect: string
  readonly state: string
  readonly challenge: string
  /** The scopes for its token, separated by commas. Empty for all. */
  readonly scopes: string
}

function scopesIn(list: string): Scope[] | null {
  return list === '' ? null : scopes.filter((scope) => list.split(',').includes(scope))
}

function rightsOf({ scopes: list }: Wish): string {
  return list === '' ? 'all your rights' : `these rights: ${scopesIn(list)?.join(', ')}`
}

function requireWish(given: Readonly<Record<string, unknown>>): Wish {
  const [name, redirect] = [textOf(given.name), textOf(given.redirect)]
  const [state, challenge] = [textOf(given.state), textOf(given.challenge)]
  const isWhole = name && redirect && state && challenge
  if (!isWhole || !/^[\w-]{43}$/.test(challenge) || !/^[\w-]{16,128}$/.test(state) || name.length > nameMax) {
    throw new ApiError('invalid_request', 'This sign-in URL is incomplete. Start the program again.')
  }
  requireLoopback(redirect)
  const listed = textOf(given.scopes) ?? ''
  if (listed !== '' && listed.split(',').some((one) => !scopes.some((scope) => scope === one))) {
    throw new ApiError(
      'invalid_request',
      `This program requested an unknown scope. It can request: ${scopes.join(', ')}.`,
    )
  }
  return {
    name: name.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd'),
    redirect,
    state,
    challenge,
    scopes: listed,
  }
}

const nameMax = 50
