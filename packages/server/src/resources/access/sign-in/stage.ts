import { type Html, languageOf } from '@stemma/site'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../../../auth/access.ts'
import type { Caller, PublicContext } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { reading } from '../../../db/transaction.ts'
import { countStranger } from '../../../http/allowance.ts'
import { pageOf, policyFor, type Script } from '../../../http/html.ts'
import type { Core } from '../../../http/route.ts'
import { admitSession, credentialsOf } from '../../../http/visitor.ts'
import type { FormTokens } from './forms.ts'

export interface Stage extends Core {
  readonly forms: FormTokens
}

export interface Visitor {
  readonly caller: Caller | undefined
  readonly moment: Pick<PublicContext, 'now' | 'requestId'>
}

/** The visitor's caller is undefined if they are not signed in. */
export async function visitorOf(stage: Core, request: FastifyRequest, reply: FastifyReply): Promise<Visitor> {
  const { clock, limits } = stage
  const moment = { now: clock().toISOString(), requestId: request.id }
  countStranger({ limits }, request, reply)
  const credentials = { ...credentialsOf(request, stage), authorization: undefined }
  const lookup = { path: '/', params: {}, now: moment.now }
  try {
    const found = await reading(() => authenticate(stage, credentials, lookup))
    request.userId = found.caller.userId
    if (found.session) admitSession(found.session, request, { ...stage, ...moment })
    return { caller: found.caller, moment }
  } catch (error) {
    if (error instanceof ApiError && error.reason === 'unauthenticated') return { caller: undefined, moment }
    throw error
  }
}

export function show(reply: FastifyReply, title: string, content: Html, { formTarget, script }: Needs = {}) {
  return reply
    .headers({
      'content-security-policy': policyFor(["'self'", ...(formTarget ? [formTarget] : [])], script),
      // With `no-referrer`, browsers would also hide that a form comes from this page.
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
    })
    .type('text/html; charset=utf-8')
    .send(pageOf(title, content, { script }))
}

interface Needs {
  /** Where a form leads, besides this server. */
  readonly formTarget?: string
  readonly script?: Script | undefined
}

/** A query parameter or form field, if it is text that can be sent to the database. */
export function textOf(value: unknown): string | undefined {
  const isText = typeof value === 'string' && value !== '' && value.length <= 4096
  return isText && !value.includes('\0') ? value : undefined
}

/** The first language of the browser that mails can be written in, if there is one. */
export function languageAsked({ headers }: FastifyRequest): string | undefined {
  const tags = (headers['accept-language'] ?? '').slice(0, headerMax).split(',')
  return tags.map((tag) => languageOf(tag.split(';')[0]?.trim() ?? '')).find(Boolean)
}

const headerMax = 200
