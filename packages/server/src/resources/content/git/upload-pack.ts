import { Readable } from 'node:stream'
import type { GitProcess } from '../../../git/process.ts'

/** The refs, as clients ask for them first before version 2 of the protocol. */
export function advertise(git: GitProcess): Readable {
  git.stdin.end()
  return Readable.from(output(git, serviceLine), { objectMode: false })
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
