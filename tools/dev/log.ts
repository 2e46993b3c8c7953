import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Prints the log of a server in readable form. Lines that are not JSON are printed unchanged. */
export function showLog(stream: Readable, write: (line: string) => void) {
  createInterface({ input: stream }).on('line', (line) => write(readable(line)))
}

export function readable(line: string): string {
  const entry = entryIn(line)
  if (entry === undefined) return line
  const { level, time, msg, err, ...fields } = entry
  const shown = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  const clock = new Date(Number(time)).toLocaleTimeString('en-GB')
  const head = `${clock} ${(levels[String(level)] ?? '').padEnd(5)} ${[msg, ...shown].join(' ')}`
  return err?.stack ? `${head}\n${err.stack}` : head
}

const levels: Readonly<Record<string, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'ERROR',
  60: 'FATAL',
}

function entryIn(line: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? (entry as Entry) : undefined
  } catch {
    return undefined
  }
}

interface Entry extends Readonly<Record<string, unknown>> {
  readonly err?: { readonly stack?: string }
}
