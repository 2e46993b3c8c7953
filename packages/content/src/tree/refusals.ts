import { ContentError } from '../errors.ts'
import { turns } from '../turns.ts'
import { folded } from './names.ts'
import { isTreePath } from './paths.ts'
import type { TreeEdit, WrittenFile } from './tree-edit.ts'

/** Rejects files that a space can't have. The message begins with the path. */
export async function requireFiles({ written, renamed }: TreeEdit, paths: Iterable<string>) {
  const turn = turns()
  for (const [path, file] of written) requireFile(path, file)
  for (const path of renamed.keys()) requireName(path)
  const seen = new Map<string, string>()
  for (const path of paths) {
    await turn()
    const key = folded(path)
    const other = seen.get(key)
    if (other !== undefined) throw refusal(path, `differs from ${other} only in case or spelling; rename one`)
    seen.set(key, path)
  }
}

export function requireFile(path: string, file: WrittenFile) {
  if (file.mode === '120000') throw refusal(path, 'is a symbolic link; add the file itself')
  if (file.mode === '160000') throw refusal(path, 'is a submodule; add its files')
  requireName(path)
  if ('bytes' in file && isPointer(file.bytes))
    throw refusal(path, 'is a Git LFS pointer; add the file itself')
}

function requireName(path: string) {
  if (!isTreePath(path)) throw refusal(path, 'has a name that is not supported; rename or remove it')
}

/** Whether a file is a link or a submodule, whatever its bytes are. */
export function isLinkMode({ mode }: WrittenFile): boolean {
  return mode === '120000' || mode === '160000'
}

/** Whether the bytes of a file only name a file on another server. */
export function isPointer(bytes: Uint8Array): boolean {
  return new TextDecoder().decode(bytes.subarray(0, pointerStart.length)) === pointerStart
}

const pointerStart = 'version https://git-lfs.github.com/spec/'

export function refusal(path: string, reason: string): ContentError {
  return new ContentError('invalid', `${path} ${reason}`)
}
