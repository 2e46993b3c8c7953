import { setImmediate as nextTurn } from 'node:timers/promises'
import { pushLimits } from './push-limits.ts'
import { PushRefusal } from './push-refusal.ts'

/** A folder that was pushed. Names and modes are checked where files become pages. */
export interface PushedTree {
  readonly files: number
  /** The folders in it, by the bytes of their IDs, and how often each is there. */
  readonly folders: ReadonlyMap<string, number>
}

/** Reads the output of `git cat-file --batch` for trees, part by part. */
export async function readTrees(output: AsyncIterable<Buffer>): Promise<ReadonlyMap<string, PushedTree>> {
  const trees = new Map<string, PushedTree>()
  let rest: Buffer = Buffer.alloc(0)
  let reading: Reading | undefined
  let folders = 0
  for await (const part of output) {
    rest = rest.length === 0 ? part : Buffer.concat([rest, part])
    for (;;) {
      reading ??= begin(rest)
      if (reading === undefined) break
      rest = rest.subarray(reading.skip)
      reading.skip = 0
      const used = readSome(reading, rest)
      rest = rest.subarray(used)
      if (reading.left > 0) break
      // A line feed ends each object.
      if (rest.length === 0) break
      rest = rest.subarray(1)
      folders += reading.folders.size
      if (folders > pushLimits.folders) throw tooMany()
      trees.set(reading.id, reading)
      reading = undefined
    }
  }
  return trees
}

interface Reading {
  readonly id: string
  /** The length of the line that says what follows. */
  skip: number
  left: number
  files: number
  readonly folders: Map<string, number>
}

function begin(bytes: Buffer): Reading | undefined {
  const end = bytes.indexOf(0x0a)
  if (end === -1) return undefined
  const [id = '', , size] = bytes.toString('latin1', 0, end).split(' ')
  return {
    id: Buffer.from(id, 'hex').toString('latin1'),
    skip: end + 1,
    left: Number(size),
    files: 0,
    folders: new Map(),
  }
}

/** Reads the entries that are there as a whole, and returns how many bytes they have. */
function readSome(reading: Reading, bytes: Buffer): number {
  let at = 0
  while (reading.left > 0) {
    const end = bytes.indexOf(0, at)
    const next = end + 1 + idBytes
    if ((end === -1 ? bytes.length : end) - at > entryBytesMax)
      throw new PushRefusal(`a name has more than ${entryBytesMax} bytes; shorten it`)
    if (end === -1 || next > bytes.length) break
    reading.left -= next - at
    if (isFolder(bytes, at)) {
      const id = bytes.toString('latin1', end + 1, next)
      reading.folders.set(id, (reading.folders.get(id) ?? 0) + 1)
    } else {
      reading.files++
    }
    if (reading.files + reading.folders.size > pushLimits.files) throw tooMany()
    at = next
  }
  return at
}

const idBytes = 20
/** Twice as long as any path in a space. Longer names would be searched for their end again and again. */
const entryBytesMax = 4_096

/** The mode of folders is 40000; all others begin with 1. */
function isFolder(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0x34
}

/** Requires that no folder is too deep or has too many files, counted as often as a path leads to them. */
export async function requireTrees(trees: ReadonlyMap<string, PushedTree>) {
  let steps = 0
  const done = new Map<string, { readonly depth: number; readonly files: number }>()
  for (const id of trees.keys()) {
    const waiting = [id]
    for (let last = waiting.at(-1); last !== undefined; last = waiting.at(-1)) {
      if (done.has(last)) {
        waiting.pop()
        continue
      }
      if (++steps % stepsPerTurn === 0) await nextTurn()
      const { files: own = 0, folders = new Map<string, number>() } = trees.get(last) ?? {}
      const before = waiting.length
      let [depth, files] = [1, own]
      for (const [folder, times] of folders) {
        const below = done.get(folder)
        if (below === undefined && trees.has(folder)) waiting.push(folder)
        // A folder that the repository had before counts as one file.
        depth = Math.max(depth, 1 + (below?.depth ?? 0))
        files += times * (below?.files ?? 1)
      }
      if (waiting.length > before) continue
      waiting.pop()
      if (depth > pushLimits.folderDepth)
        throw new PushRefusal(`a folder is deeper than ${pushLimits.folderDepth} levels; move it up`)
      if (files > pushLimits.files) throw tooMany()
      done.set(last, { depth, files })
    }
  }
}

const stepsPerTurn = 1_000

function tooMany(): PushRefusal {
  return new PushRefusal(`a commit has more than ${pushLimits.files} files; push fewer`)
}
