import type { ApiFailure } from '@stemma/client'
import { WrongUsage } from '@stemma/command-line'
import type { Reason } from '@stemma/contract'
import { CommandFailure, type exitCodes } from './exit-codes.ts'
import { isApiFailure, isConnectionFailure } from './failures.ts'

type Code = keyof typeof exitCodes

/** The message for the user when a command fails: the error, what to do, and the request ID. */
export function explain(error: unknown): { readonly code: Code; readonly sentences: readonly string[] } {
  if (error instanceof WrongUsage) return { code: 2, sentences: [error.message] }
  if (error instanceof CommandFailure) return { code: error.code, sentences: [error.message] }
  if (isApiFailure(error)) return explainRefusal(error)
  if (isConnectionFailure(error))
    return { code: 6, sentences: [error.message, 'Check --endpoint, and that the server is running.'] }
  if (isSystemError(error)) return { code: 1, sentences: [explainSystem(error)] }
  throw error
}

function explainRefusal(refusal: ApiFailure) {
  const { status, reason, message, requestId, retryAfterSeconds } = refusal
  const advice =
    retryAfterSeconds === undefined ? reason && advices[reason] : `Try again in ${retryAfterSeconds} seconds.`
  return {
    code: codes[status] ?? (status >= 500 ? 6 : 1),
    sentences: [
      (reason && ownWords[reason]) ?? message,
      ...(advice ? [advice] : []),
      ...(requestId ? [`Request id: ${requestId}`] : []),
    ],
  }
}

const codes: Readonly<Record<number, Code>> = { 401: 3, 404: 4, 409: 5, 412: 5, 429: 6 }

/** Messages for people, in place of the server's messages for programs. */
const ownWords: Partial<Record<Reason, string>> = {
  unauthenticated: 'The server rejected this token: it is unknown, revoked or expired.',
}

/** The server says what is wrong; these say which command helps. */
const advices: Partial<Record<Reason, string>> = {
  unauthenticated:
    'Sign in again: stemma login --endpoint URL. If the token is from STEMMA_TOKEN or --token, replace it.',
  forbidden: 'If you need a higher role, ask an admin: stemma members --role admin lists them.',
  insufficient_scope: 'Use a token with that scope: stemma login --with token',
  sso_required: 'Sign in through your identity provider: stemma login --with browser',
  second_factor_required:
    'Sign in with your second factor: stemma login --with browser. Add one in the console if you have none.',
  proof_required: 'Open the console in a browser, sign in there, and change it in your account.',
  not_found:
    'Check the name and --endpoint. To see what exists, run stemma orgs, stemma spaces list, ' +
    'stemma pages list or stemma cr list.',
  change_request_closed: 'Choose another one with stemma cr list, or create one with stemma cr create.',
  space_locked: 'Use a change request: stemma pages edit, then stemma cr merge.',
  merge_rules_failed: 'See its reviews with stemma cr review, then request the missing ones.',
  internal: 'Try again. If it happens again, send the request id to the operator of the server.',
  unavailable: 'Try again later.',
}

/** Such as a file without write permission or a full disk: a stack trace wouldn't help. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

function explainSystem({ path, code = '', message }: NodeJS.ErrnoException): string {
  const said = systemErrors[code]
  return path && said ? `${path}: ${said}` : message
}

const systemErrors: Readonly<Record<string, string>> = {
  EACCES: 'permission denied. Check who owns it.',
  EISDIR: 'this is a folder. Name a file.',
  ENOENT: 'there is no such file or folder. Check the name.',
  ENOSPC: 'the disk is full. Free some space.',
}
