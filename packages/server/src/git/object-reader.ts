import { GitFailed, type GitProcess, type StartGit } from './process.ts'
import { type ByteReader, readBytes, UnexpectedEnd } from './wire/byte-reader.ts'

/** Reads objects of a repository, one after another, by ID or as `<commit>:<path>`. */
export interface ObjectReader {
  /** The type and size of an object; undefined if there is none. */
  look(name: string): Promise<Found | undefined>
  read(name: string): Promise<Buffer>
  close(): void
}

interface Found {
  readonly type: string
  readonly size: number
}

export async function openObjects(start: StartGit, repository: string): Promise<ObjectReader> {
  const git = await start(repository, ['cat-file', '--batch-command'])
  const reader = readBytes(git.stdout)
  let last: Promise<unknown> = Promise.resolve()
  /** One question at a time: answers have no names. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work)
    last = mine.catch(() => {})
    return mine
  }
  return {
    look: (name) => inTurn(() => ask(git, reader, `info ${name}`)),
    read: (name) =>
      inTurn(async () => {
        const found = await ask(git, reader, `contents ${name}`)
        if (found === undefined) throw new GitFailed('cat-file', `${name} is missing`)
        const bytes = await reader.take(found.size + 1)
        return bytes.subarray(0, -1)
      }),
    close: git.kill,
  }
}

async function ask(git: GitProcess, reader: ByteReader, command: string): Promise<Found | undefined> {
  if (/[\n\0]/.test(command)) throw new RangeError('A name has several lines.')
  git.stdin.write(`${command}\n`)
  const answer = await reader.line().catch(async (error: unknown) => {
    if (error instanceof UnexpectedEnd) await git.ended
    throw error
  })
  const [, type = '', size] = /^[\da-f]{40} (\w+) (\d+)$/.exec(answer.toString()) ?? []
  return size === undefined ? undefined : { type, size: Number(size) }
}
