import type { NotificationKind } from '@stemma/contract'
import { html } from '@stemma/site'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signingKey } from '../../../auth/signing-key.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { countStranger } from '../../../http/allowance.ts'
import type { Core } from '../../../http/route.ts'
import { show } from '../../access/sign-in/index.ts'
import * as members from '../members/store.ts'
import * as notifications from '../notifications/index.ts'

/**
 * Ends mails without a sign-in. Mail programs send one POST (RFC 8058); people who open the link are asked
 * first, because programs that scan mails open every link.
 */
export async function mountUnsubscribePages(app: FastifyInstance, core: Core) {
  const moment = { db: core.db, seals: core.seals, now: core.clock().toISOString() }
  const tokens = notifications.unsubscribeTokens(await signingKey(moment, 'unsubscribe'))
  const tokenIn = (request: FastifyRequest) => {
    const { token } = request.query as Record<string, unknown>
    return typeof token === 'string' ? token : ''
  }
  await app.register(async (pages) => {
    // Programs send a form in one of two encodings, of which nothing is needed.
    const parse = { parseAs: 'buffer', bodyLimit: formBytesMax } as const
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', parse, (_request, _body, done) => done(null, undefined))
    pages.get(path, (request, reply) => {
      countStranger(core, request, reply)
      const token = tokenIn(request)
      const wanted = tokens.read(token)
      return wanted === undefined ? showInvalid(reply) : ask(reply, { token, kinds: wanted.kinds })
    })
    pages.post(path, async (request, reply) => {
      countStranger(core, request, reply)
      const wanted = tokens.read(tokenIn(request))
      if (wanted === undefined) return showInvalid(reply)
      await end(core, wanted)
      return show(
        reply,
        'You get no more of these mails',
        html`<p>They are still in your inbox. You can turn
mails on again in your notification settings.</p>`,
      )
    })
  })
}

const path = '/notifications/unsubscribe'
const formBytesMax = 16 * 1024

/** Whoever has left the organization has no preferences, and gets no mail anyway. */
async function end({ db: all }: Core, { organizationId, userId, kinds }: notifications.Unsubscribed) {
  const deliveries = Object.fromEntries(kinds.map((kind) => [kind, 'inbox' as const]))
  await inTransaction(all, { repeatable: true }, async (db) => {
    const [member] = await members.lock(db, { organizationId, userId })
    if (member === undefined) return
    await notifications.updatePreferences(db, { organizationId, userId }, { deliveries })
  })
}

function ask(reply: FastifyReply, { token, kinds }: Asked) {
  return show(
    reply,
    'No more mails about this?',
    html`<p>You will get no more mails about:</p>
<ul>${kinds.map((kind) => html`<li>${names[kind]}</li>`)}</ul>
<form method="post" action="?${new URLSearchParams({ token }).toString()}">
<button>Send no more of these mails</button>
</form>`,
  )
}

interface Asked {
  readonly token: string
  readonly kinds: readonly NotificationKind[]
}

function showInvalid(reply: FastifyReply) {
  return show(
    reply.code(404),
    'That did not work',
    html`<p role="alert">This link is not complete. Open it from the mail again, or change your notification
settings.</p>`,
  )
}

const names: Readonly<Record<NotificationKind, string>> = {
  mention: 'mentions',
  reply: 'replies',
  comment: 'comments',
  review_requested: 'requested reviews',
  review_submitted: 'submitted reviews',
  opened: 'change requests that are opened for review',
  merged: 'merged change requests',
  conflict: 'conflicts',
  invite: 'access to spaces',
  import_finished: 'finished imports',
}
