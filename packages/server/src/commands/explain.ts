import { WrongUsage } from '@stemma/command-line'
import { SealError } from '../auth/sealing.ts'
import { ApiError } from '../common/errors.ts'
import { ConfigError } from '../config/readers.ts'
import { connectionAdvice } from '../db/connection-advice.ts'
import { codeOf } from '../db/driver.ts'
import { UpkeepError } from '../upkeep/upkeep-error.ts'
import { CommandFailure } from './command.ts'

/** The message for the operator, and the exit code. Only unexpected errors show a stack trace. */
export function explain(error: unknown): { readonly code: 1 | 2; readonly message: string } {
  if (error instanceof WrongUsage) return { code: 2, message: error.message }
  return { code: 1, message: sentenceFor(error) ?? String((error as Error).stack ?? error) }
}

function sentenceFor(error: unknown): string | undefined {
  if (error instanceof SealError) return `${error.message} ${whereKeysAre}`
  if (planned.some((kind) => error instanceof kind)) return (error as Error).message
  const code = codeOf(error)
  const advice = code && connectionAdvice[code]
  if (advice) return advice
  if (code === undefined) return isTimeout(error) ? unanswered('timeout') : undefined
  if (unreachable.includes(code)) return unanswered(code)
  const { severity, message } = error as { severity?: string; message?: string }
  return (
    severity &&
    `PostgreSQL reported: ${message} (${code}). Check DATABASE_URL and the privileges of its user.`
  )
}

const planned = [ConfigError, CommandFailure, ApiError, UpkeepError]

/** The default folder is relative: a command started in another folder finds another key file. */
const whereKeysAre = 'If that setting is empty, the keys are in the file secret-keys in STEMMA_FILES_FOLDER.'

const unanswered = (why: string) =>
  `The database can't be reached (${why}). Check DATABASE_URL, and that PostgreSQL is running there.`

const unreachable = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
]

function isTimeout(error: unknown) {
  return error instanceof Error && /timeout exceeded|Connection terminated/.test(error.message)
}
