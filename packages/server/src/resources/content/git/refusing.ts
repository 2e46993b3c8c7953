import type { FastifyReply, FastifyRequest } from 'fastify'
import { announceError, toApiError } from '../../../http/error-handler.ts'

/** Git shows the sentence to its user, and asks for a name and a password. */
export function sendGitError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = toApiError(error, request)
  announceError(request, reply, known)
  const isUnknown = known.status === 401
  if (isUnknown) reply.header('www-authenticate', 'Basic realm="Stemma", charset="UTF-8"')
  const message = isUnknown
    ? 'Use a token as the password. Create one in the settings of your account.'
    : known.message
  return reply.type('text/plain; charset=utf-8').send(`${message}\n`)
}
