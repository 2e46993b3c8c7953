import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { requireOwnPage } from '../../../auth/access.ts'
import { cookie, cookieIn, cookieName, type SessionSettings } from '../../../auth/session-settings.ts'
import { ApiError } from '../../../common/errors.ts'
import { signatures } from '../../../files/signature.ts'

/** Tokens that prove that this server showed a submitted form to the same browser, in the same session. */
export function formTokens(key: Buffer, sessions: SessionSettings) {
  const name = cookieName('stemma_form', sessions.secure)
  const { signatureOf, isSigned } = signatures(key, 'stemma form 1')
  const nonceOf = ({ headers }: FastifyRequest) => {
    const nonce = cookieIn(headers.cookie, name)
    return nonce !== undefined && /^[\w-]{22}$/.test(nonce) ? nonce : undefined
  }

  return {
    issue(request: FastifyRequest, reply: FastifyReply, sessionId = ''): string {
      const known = nonceOf(request)
      const nonce = known ?? randomBytes(16).toString('base64url')
      if (known === undefined) {
        reply.header('set-cookie', cookie({ name, value: nonce, secure: sessions.secure }))
      }
      return signatureOf(`${nonce} ${sessionId}`)
    },

    require(request: FastifyRequest, given: string | undefined, sessionId = '') {
      requireOwnPage(request.headers, sessions)
      const nonce = nonceOf(request)
      if (nonce !== undefined && isSigned(`${nonce} ${sessionId}`, given ?? '')) return
      throw new ApiError('cross_site_request', 'This form has expired. Reload the page and submit it again.')
    },
  }
}

export type FormTokens = ReturnType<typeof formTokens>

/** The fields of a form, without values that contain U+0000: PostgreSQL rejects it, and no field needs it. */
export function fieldsOf({ body }: FastifyRequest): Readonly<Record<string, string>> {
  const fields = body instanceof URLSearchParams ? [...body] : []
  return Object.fromEntries(fields.filter(([, value]) => !value.includes('\0')))
}
