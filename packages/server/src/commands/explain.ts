import { WrongUsage } from '@stemma/command-line'
import { SealError } from '../auth/sealing.ts'
import { ApiError } from '../common/errors.ts'
import { ConfigError } from '../config/readers.ts'
import { codeOf } from '../db/driver.ts'
import { UpkeepError } from '../upkeep/upkeep-error.ts'
import { CommandFailure } from './command.ts'

/** What an operator is told, and the exit code. A stack is shown only for what nobody planned. */
export function explain(error: unknown): { readonly code: 1 | 2; readonly message: string } {
  if (error instanceof WrongUsage) return { code: 2, message: error.message }
  return { code: 1, message: sentenceFor(error) ?? String((error as Error).stack ?? error) }
}

function sentenceFor(error: unknown): string | undefined {
  if (error instanceof SealError) return `${error.message} ${whereKeysAre}`
  if (planned.some((kind) => error instanceof kind)) return (error as Error).message
  const code = codeOf(error)
  if (code === undefined) return isTimeout(error) ? unanswered('no answer in time') : undefined
  if (unreachable.includes(code)) return unanswered(code)
  const { severity, message } = error as { severity?: string; message?: string }
  return severity && `PostgreSQL refused: ${message} (${code}). Check DATABASE_URL, and what its user may do.`
}

const planned = [ConfigError, CommandFailure, ApiError, UpkeepError]

/** Whoever starts it from another folder, and sets neither, has another file of keys. */
const whereKeysAre = 'Without that setting, keys are in the file secret-keys of STEMMA_FILES_FOLDER.'

const unanswered = (why: string) =>
  `The database does not answer (${why}). Check DATABASE_URL, and that PostgreSQL runs there.`

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
