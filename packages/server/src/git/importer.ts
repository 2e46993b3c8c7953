import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import type { GitProcess } from './process.ts'

/** A `git fast-import` that is running. No ref moves before `finish`. */
export interface Importer {
  write(text: string | Uint8Array): Promise<void>
  /** Writes bytes as the data of the command before. */
  data(bytes: Uint8Array): Promise<void>
  stream(bytes: Readable, size: number): Promise<void>
  /** The mode, type and ID of what a commit has at a path. */
  look(commit: string, path: string): Promise<Found | undefined>
  /** The ID of the commit with a mark. */
  idOf(mark: string): Promise<string>
  /** Moves the branches, and ends. */
  finish(): Promise<void>
}

interface Found {
  readonly mode: string
  readonly oid: string
}

export function importer(git: GitProcess): Importer {
  const lines = createInterface({ input: git.stdout })[Symbol.asyncIterator]()
  let [gathered, size]: [Uint8Array[], number] = [[], 0]
  const flush = async () => {
    const bytes = Buffer.concat(gathered)
    ;[gathered, size] = [[], 0]
    if (git.stdin.write(bytes)) return
    // A process that fails closes its input first, and says why at its end.
    await Promise.race([once(git.stdin, 'drain').catch(() => git.ended), git.ended])
  }
  const write = async (text: string | Uint8Array) => {
    const bytes = typeof text === 'string' ? Buffer.from(text) : text
    gathered.push(bytes)
    size += bytes.length
    if (size >= gatheredMax) await flush()
  }
  const ask = async (command: string): Promise<string> => {
    await write(`${command}\n`)
    await flush()
    const { value, done } = await lines.next()
    if (done) {
      await git.ended
      throw new Error('git fast-import ended before its time.')
    }
    return value
  }
  return {
    write,
    async data(bytes) {
      await write(`data ${bytes.length}\n`)
      await write(bytes)
      await write('\n')
    },
    async stream(bytes, expected) {
      await write(`data ${expected}\n`)
      let written = 0
      for await (const part of bytes) {
        written += (part as Uint8Array).length
        await write(part as Uint8Array)
      }
      if (written !== expected) throw new Error(`A file has ${written} bytes instead of ${expected}.`)
      await write('\n')
    },
    async look(commit, path) {
      const found = /^(\d{6}) \w+ ([\da-f]{40})\t/.exec(await ask(`ls ${commit} ${quoted(path)}`))
      return found ? { mode: found[1] ?? '', oid: found[2] ?? '' } : undefined
    },
    idOf: (mark) => ask(`get-mark ${mark}`),
    async finish() {
      await write('done\n')
      await flush()
      git.stdin.end()
      await git.ended
    },
  }
}

/** Most commands are a few bytes, and each would be a call of the system. */
const gatheredMax = 64 * 1024

/** A path as fast-import reads it: bytes that could be misread are escaped. */
export function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
