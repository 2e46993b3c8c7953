import { turns } from '../turns.ts'
import { folded, folderOf, isMarkdown, isSummary, nameOf } from './names.ts'
import { variablesPath } from './variables.ts'

/** An object that wants a path: the one that it was given, or else one that its name suggests. */
export interface Claim {
  readonly target: string
  readonly id: string
  readonly wanted: string
  readonly given?: string | undefined
}

export type Claims = readonly Claim[]

/**
 * Gives every object a path of its own. Given paths come first. If a path is taken, the ID of the object
 * becomes part of its name, so that the path of an object does not depend on the order of others. If its
 * folder is a file, the object is at the top.
 */
export async function claimPaths(claims: Claims): Promise<ReadonlyMap<string, string>> {
  const turn = turns()
  const paths = new Map<string, string>()
  const taken = new Set([folded('SUMMARY.md'), folded(variablesPath)])
  const folders = new Set([folded('.gitbook')])
  const take = (target: string, path: string): boolean => {
    const key = folded(path)
    const above = foldersAbove(key)
    if (taken.has(key) || folders.has(key) || above.some((folder) => taken.has(folder))) return false
    taken.add(key)
    for (const folder of above) folders.add(folder)
    paths.set(target, path)
    return true
  }
  const byPath = (a: Claim, b: Claim) => compare(a.given ?? '', b.given ?? '') || compare(a.id, b.id)
  const given = claims.filter((claim) => claim.given !== undefined).sort(byPath)
  for (const claim of given) {
    await turn()
    take(claim.target, claim.given ?? '')
  }
  for (const { target, id, wanted } of claims) {
    await turn()
    if (paths.has(target) || take(target, wanted)) continue
    const isBelowFile = foldersAbove(folded(wanted)).some((folder) => taken.has(folder))
    const free = isBelowFile ? nameOf(wanted) : wanted
    for (let number = 0; !take(target, numbered(free, id, number)); ) number++
  }
  return paths
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function foldersAbove(path: string): readonly string[] {
  const folders: string[] = []
  for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) folders.push(folder)
  return folders
}

/** A path with the ID of its object, because the path itself is taken. */
export function numbered(path: string, id: string, number: number): string {
  const at = path.lastIndexOf('.')
  const end = at > path.lastIndexOf('/') + 1 ? at : path.length
  return `${path.slice(0, end)}-${id}${number === 0 ? '' : `-${number}`}${path.slice(end)}`
}

/** Whether a path can be in a tree. Git and file systems reject all others. */
export function isTreePath(path: string): boolean {
  return path.length <= pathCharactersMax && path.split('/').every(isName)
}

const pathCharactersMax = 1_000

function isName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/[\p{Cc}\p{Cs}\\]/u.test(name) &&
    !gitName.test(name.replaceAll(ignoredByMacs, '')) &&
    new TextEncoder().encode(name).length <= nameBytesMax
  )
}

/** What git reads in a clone, also by the short names that Windows gives to such files. */
const gitName = /^(?:\.git(?!book)|git~|gi[\da-z]{4}~\d[ .]*(?::|$))/i
const ignoredByMacs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

const nameBytesMax = 255

/** Whether a file is the text of a page or of a reusable content. */
export function isPageFile(path: string): boolean {
  return isTreePath(path) && isMarkdown(path) && !isSummary(path)
}
