import { GitFailed, type StartGit } from './process.ts'

/** What git prints, if it is not too long. */
export async function printedBy(
  start: StartGit,
  repository: string,
  args: readonly string[],
  { input = '', environment }: Given = {},
): Promise<Buffer> {
  const git = await start(repository, args, environment)
  try {
    git.stdin.end(input)
    const parts: Buffer[] = []
    let size = 0
    for await (const part of git.stdout) {
      size += (part as Buffer).length
      if (size > printedBytesMax) throw new GitFailed(args[0] ?? '', 'it prints too much')
      parts.push(part as Buffer)
    }
    await git.ended
    return Buffer.concat(parts)
  } finally {
    git.kill()
  }
}

interface Given {
  readonly input?: string
  readonly environment?: Parameters<StartGit>[2]
}

const printedBytesMax = 64 * 1024 * 1024
