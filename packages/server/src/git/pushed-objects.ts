import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { GitProcess, StartGit } from './process.ts'
import { pushLimits } from './push-limits.ts'
import { PushRefusal } from './push-refusal.ts'
import { type PushedTree, readTrees, requireTrees } from './pushed-trees.ts'

interface Indexed {
  readonly start: StartGit
  readonly repository: string
  /** The repositories whose objects count as known. */
  readonly borrowed: readonly string[]
  /** The path of the index of the pack. */
  readonly index: string
  readonly tip: string
}

/**
 * Requires that a pushed commit is one, and that its commits and folders are within the limits. Git walks
 * folders by recursion, and so would everybody who fetches them later.
 */
export async function requireNewObjects(indexed: Indexed) {
  const { repository, tip } = indexed
  const objects = await typesOf(indexed, repository, [...(await idsIn(indexed)), tip])
  if (objects.at(-1)?.type !== 'commit') throw new PushRefusal(`${tip} is not a commit`)
  const sent = objects.slice(0, -1)
  const commits = sent.filter(({ type }) => type === 'commit')
  if ((await countNew(indexed, commits)) > pushLimits.commits)
    throw new PushRefusal(`the push has more than ${pushLimits.commits} commits; push some of them first`)
  if (commits.some(({ size }) => size > pushLimits.commitBytes))
    throw new PushRefusal('a commit has a message of more than 1 MB; shorten it')
  const trees = sent.flatMap(({ id, type }) => (type === 'tree' ? [id] : []))
  await requireTrees(await readPushedTrees(indexed, trees))
}

/** A client whose clone is old sends commits again that the space has: it can't know that. */
async function countNew(indexed: Indexed, commits: readonly Typed[]): Promise<number> {
  let unknown = commits.map(({ id }) => id)
  for (const repository of indexed.borrowed) {
    if (unknown.length <= pushLimits.commits) break
    const found = await typesOf(indexed, repository, unknown)
    unknown = found.flatMap(({ id, type }) => (type === 'commit' ? [] : [id]))
  }
  return unknown.length
}

async function idsIn({ start, repository, index }: Indexed): Promise<readonly string[]> {
  const git = await start(repository, ['show-index'])
  const sent = pipeline(createReadStream(index), git.stdin).catch(() => {})
  const lines = await linesOf(git)
  await sent
  return lines.map((line) => line.split(' ')[1] ?? '')
}

interface Typed {
  readonly id: string
  readonly type: string
  readonly size: number
}

async function typesOf(
  { start }: Indexed,
  repository: string,
  ids: readonly string[],
): Promise<readonly Typed[]> {
  const git = await start(repository, ['cat-file', '--batch-check', '--buffer'])
  git.stdin.end(`${ids.join('\n')}\n`)
  return (await linesOf(git)).map((line) => {
    const [id = '', type = '', size] = line.split(' ')
    return { id, type, size: Number(size) }
  })
}

async function linesOf(git: GitProcess): Promise<readonly string[]> {
  const lines: string[] = []
  try {
    for await (const line of createInterface({ input: git.stdout })) lines.push(line)
    await git.ended
  } finally {
    git.kill()
  }
  return lines
}

async function readPushedTrees(
  { start, repository }: Indexed,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PushedTree>> {
  if (ids.length === 0) return new Map()
  const git = await start(repository, ['cat-file', '--batch', '--buffer'])
  git.stdin.end(`${ids.join('\n')}\n`)
  try {
    const trees = await readTrees(git.stdout)
    await git.ended
    return trees
  } finally {
    git.kill()
  }
}
