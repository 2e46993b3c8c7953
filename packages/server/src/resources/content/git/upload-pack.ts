import { Readable } from 'node:stream'
import type { GitProcess } from '../../../git/process.ts'

/** The refs, as a client asks for them first. Version 2 has no line that names the service. */
export function advertise(git: GitProcess, { GIT_PROTOCOL }: { readonly GIT_PROTOCOL?: string }): Readable {
  git.stdin.end()
  return Readable.from(output(git, GIT_PROTOCOL === undefined ? serviceLine : ''), { objectMode: false })
}

const serviceLine = '001e# service=git-upload-pack\n0000'

export function upload(git: GitProcess, body: Buffer): Readable {
  git.stdin.end(body)
  return Readable.from(output(git, ''), { objectMode: false })
}

/** A client that leaves ends the process. */
async function* output({ stdout, ended, kill }: GitProcess, first: string): AsyncGenerator<Buffer> {
  try {
    if (first !== '') yield Buffer.from(first)
    for await (const part of stdout) yield part as Buffer
    await ended
  } finally {
    kill()
  }
}
