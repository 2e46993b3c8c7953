import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Option, Progress } from '@stemma/command-line'
import type { Call } from './command.ts'
import { CommandFailure } from './exit-codes.ts'
import { isSystemError } from './explain.ts'
import { brokenOff, transfer } from './transfer.ts'

export const fileOption = {
  value: 'FILE',
  summary: 'The file to write.',
  required: true,
} as const satisfies Option
export const forceOption = { summary: 'Overwrite the file without asking.' } as const satisfies Option

/** Asks before overwriting a file; without a terminal, fails instead. */
export async function requireWritable(file: string, force: boolean, { isTerminal, confirm }: Call) {
  if (force || !(await stat(file).catch(() => undefined))) return
  if (!isTerminal) throw new CommandFailure(1, `${file} exists. Use --force to overwrite it.`)
  if (!(await confirm(`${file} exists. Overwrite it?`)))
    throw new CommandFailure(1, `Cancelled: ${file} was not changed.`)
}

/**
 * Downloads to a temporary name until the file is complete, so that a partial file is never mistaken for it.
 */
export async function download(url: string, file: string, progress: Progress): Promise<number> {
  const answer = await transfer(url)
  if (!answer.ok || answer.body === null)
    throw new CommandFailure(1, `The download failed with status ${answer.status}. Try again.`)
  const total = Number(answer.headers.get('content-length')) || undefined
  let bytes = 0
  const counted = Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0]).on(
    'data',
    (part) => {
      bytes += (part as Uint8Array).length
      progress.show(bytes, total, 'bytes')
    },
  )
  const part = `${file}.part`
  try {
    await pipeline(counted, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    throw isSystemError(error) ? error : await brokenOff(url, error)
  } finally {
    progress.end()
    await rm(part, { force: true })
  }
  return bytes
}
