import type { WantedDrafts } from '../draft-store.ts'
import { readBytes } from './byte-reader.ts'
import { linesOf } from './packets.ts'

/** The change requests whose refs a client of version 2 asks for; undefined if it asks for something else. */
export async function refsAsked(body: Buffer): Promise<WantedDrafts | undefined> {
  const lines: string[] = []
  for await (const line of linesOf(readBytes(once(body)))) {
    if (lines.length === 0 && line !== 'command=ls-refs') return undefined
    lines.push(line)
    if (lines.length > linesMax) return { all: true, numbers: [] }
  }
  if (lines.length === 0) return undefined
  const prefixes = lines.flatMap((line) => /^ref-prefix (.*)$/.exec(line)?.[1] ?? [])
  const numbers = prefixes.flatMap((prefix) => /^refs\/changes\/(\d{1,9})\/head$/.exec(prefix)?.[1] ?? [])
  const all = prefixes.length === 0 || prefixes.some((prefix) => isPrefix(prefix, numbers))
  return { all, numbers: numbers.map(Number) }
}

const linesMax = 1_000

/** Whether refs of several change requests can begin like this. */
function isPrefix(prefix: string, numbers: readonly string[]): boolean {
  if ('refs/changes/'.startsWith(prefix)) return true
  return (
    prefix.startsWith('refs/changes/') && !numbers.some((one) => prefix.startsWith(`refs/changes/${one}/`))
  )
}

async function* once(body: Buffer): AsyncGenerator<Buffer> {
  yield body
}
