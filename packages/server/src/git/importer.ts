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
  const write = async (text: string | Uint8Array) => {
    if (git.stdin.write(text)) return
    // A process that fails closes its input first, and says why at its end.
    await Promise.race([once(git.stdin, 'drain').catch(() => git.ended), git.ended])
  }
  const ask = async (command: string): Promise<string> => {
    await write(`${command}\n`)
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
    async stream(bytes, size) {
      await write(`data ${size}\n`)
      let written = 0
      for await (const part of bytes) {
        written += (part as Uint8Array).length
        await write(part as Uint8Array)
      }
      if (written !== size) throw new Error(`A file has ${written} bytes instead of ${size}.`)
      await write('\n')
    },
    async look(commit, path) {
      const found = /^(\d{6}) \w+ ([\da-f]{40})\t/.exec(await ask(`ls ${commit} ${quoted(path)}`))
      return found ? { mode: found[1] ?? '', oid: found[2] ?? '' } : undefined
    },
    idOf: (mark) => ask(`get-mark ${mark}`),
    async finish() {
      git.stdin.end('done\n')
      await git.ended
    },
  }
}

/** A path as fast-import reads it: bytes that could be misread are escaped. */
export function quoted(path: string): string {
  return `"${path.replaceAll(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}
