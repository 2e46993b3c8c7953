import { printedBy } from './printed.ts'
import type { StartGit } from './process.ts'
import { PushRefusal } from './push-refusal.ts'

/** A file that differs between two commits. */
export interface DifferentFile {
  readonly path: string
  /** The path in the first commit, if it was renamed. */
  readonly before: string | undefined
  readonly kind: 'added' | 'changed' | 'renamed' | 'deleted'
  readonly mode: string
  /** The blob in the second commit. */
  readonly blob: string
  readonly hasOtherBytes: boolean
}

/** What differs between the files of two commits. A file that is at least half the same was renamed. */
export async function treeDifference(
  start: StartGit,
  repository: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly DifferentFile[]> {
  const args = ['diff-tree', '-r', '-z', '-M50%', '-l1000', '--no-commit-id', '--end-of-options', from, to]
  const fields = splitAtNul(await printedBy(start, repository, args))
  const files: DifferentFile[] = []
  for (let at = 0; at < fields.length; ) {
    const { mode, blob, wasBlob, kind } = readEntry(fields[at++])
    const first = pathIn(fields[at++])
    const path = kind === 'renamed' ? pathIn(fields[at++]) : first
    const before = kind === 'renamed' ? first : undefined
    files.push({ path, before, kind, mode, blob, hasOtherBytes: blob !== wasBlob })
  }
  return files
}

function readEntry(bytes: Buffer | undefined) {
  const found = /^:\d{6} (\d{6}) ([\da-f]{40}) ([\da-f]{40}) ([A-Z])\d*$/.exec(bytes?.toString() ?? '')
  const kind = kinds[found?.[4] ?? '']
  if (found === null || kind === undefined) throw new Error('git diff-tree printed something unknown.')
  const [, mode = '', wasBlob = '', blob = ''] = found
  return { mode, wasBlob, blob, kind }
}

/** `T` is a file that is now a link, or the reverse. */
const kinds: Readonly<Record<string, DifferentFile['kind']>> = {
  A: 'added',
  M: 'changed',
  T: 'changed',
  R: 'renamed',
  D: 'deleted',
}

function splitAtNul(bytes: Buffer): readonly Buffer[] {
  const fields: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0, at)
    fields.push(bytes.subarray(at, end))
    at = end + 1
  }
  return fields
}

function pathIn(bytes: Buffer = Buffer.alloc(0)): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw new PushRefusal(`${bytes.toString('latin1')} has a name that is not UTF-8; rename it`)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
