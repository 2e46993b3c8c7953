import { ApiError } from '../../common/errors.ts'
import type { ByteReader } from './byte-reader.ts'
import { readPacket } from './packets.ts'

/** What a client asks for before it sends a pack. */
export interface PushRequest {
  readonly commands: readonly PushCommand[]
  readonly capabilities: ReadonlySet<string>
  /** What the user passed by `git push -o`. */
  readonly options: readonly string[]
}

interface PushCommand {
  readonly ref: string
  /** The commit that the client believes the ref to have; undefined if it believes that there is none. */
  readonly old: string | undefined
  /** The commit that the ref should have; undefined if the ref should be deleted. */
  readonly tip: string | undefined
}

/** Undefined if the client sends nothing yet: before a large push, it asks whether it is let in. */
export async function readPushRequest(reader: ByteReader): Promise<PushRequest | undefined> {
  const lines = await readList(reader)
  const [first] = lines.filter(({ length }) => length > 0)
  if (first === undefined) return undefined
  const capabilities = new Set(first.slice(first.indexOf('\0') + 1).split(' '))
  const commands = lines.flatMap((line) => commandIn(line) ?? [])
  if (commands.length === 0) throw unreadable()
  const options = capabilities.has('push-options') ? await readList(reader) : []
  return { commands, capabilities, options }
}

async function readList(reader: ByteReader): Promise<readonly string[]> {
  const lines: string[] = []
  for (let line = await readPacket(reader); line !== undefined; line = await readPacket(reader)) {
    lines.push(line.toString())
    if (lines.length > linesMax) throw new ApiError('invalid_request', 'Push fewer refs at once.')
  }
  return lines
}

const linesMax = 1_000

/** Clients with a part of the history name the commits where it ends. The server has those before them. */
function commandIn(line: string): PushCommand | undefined {
  if (/^shallow [\da-f]{40}$/.test(line)) return undefined
  const [, old, tip, ref] = /^([\da-f]{40}) ([\da-f]{40}) ([^\0]{1,1000})(?:\0|$)/.exec(line) ?? []
  if (old === undefined || tip === undefined || ref === undefined) throw unreadable()
  return { ref, old: unlessZero(old), tip: unlessZero(tip) }
}

function unlessZero(oid: string): string | undefined {
  return /^0+$/.test(oid) ? undefined : oid
}

function unreadable() {
  return new ApiError('invalid_request', 'This is not a request of git.')
}
