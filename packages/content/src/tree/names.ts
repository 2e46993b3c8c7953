import { hashOf } from '../objects.ts'

/** Paths in a tree of files: names separated by slashes, relative to the top. */

/** The name of a page's file and folder: its slug. What file systems reject is percent-encoded. */
export function nameOfSlug(slug: string, isUnique: boolean): string {
  const encoded = [...slug].map((sign, at, all) => (isSafe(sign, at, all) ? sign : percent(sign))).join('')
  const named = reserved.test(encoded)
    ? percent([...encoded][0] ?? '') + [...encoded].slice(1).join('')
    : encoded
  return shortened(isUnique ? named : named.replaceAll(/\p{Lu}/gu, percent), slug)
}

/** Devices of Windows, and the table of contents. */
const reserved = /^(?:(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|summary$)/i

function isSafe(sign: string, at: number, all: readonly string[]): boolean {
  if (sign === '.') return at > 0 && at < all.length - 1 && !/^\.md$/i.test(all.slice(at).join(''))
  return !unsafe.test(sign)
}

/** Slugs have no slashes, question marks, hashes, percent signs or white space. */
const unsafe = /[\p{C}<>:"|*\\/?#%~]/u

export function percent(sign: string): string {
  return [...new TextEncoder().encode(sign.toWellFormed())]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
}

const nameBytesMax = 200

/** File systems allow names of 255 bytes, which must include an ending. */
function shortened(name: string, slug: string): string {
  if (bytesOf(name) <= nameBytesMax) return name
  let short = ''
  for (const part of name.match(/%[0-9A-F]{2}|./gsu) ?? []) {
    if (bytesOf(short + part) > nameBytesMax - 9) break
    short += part
  }
  return `${short}-${hashOf(slug)
    .replaceAll(/[^A-Za-z0-9]/g, '0')
    .slice(0, 8)
    .toLowerCase()}`
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** The slug that a file name stands for. */
export function slugOfName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** A file name with characters that every file system accepts. */
export function safeFileName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[\p{C}<>:"|*\\/?#%~]+/gu, '-')
    .replaceAll(/^[.\s]+|(?<![.\s])[.\s]+$/g, '')
  const [, stem = safe, ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,10})$/s.exec(safe) ?? []
  const named = reserved.test(safe) || stem === '' ? `file-${stem}` : stem
  return shortened(named, name) + ending
}

/** Paths that only differ in case or Unicode normalization are one path on many computers. */
export function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function stemOf(path: string): string {
  return nameOf(path).replace(/\.md$/i, '')
}

export function within(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

/** Whether a file represents its folder, and takes its name. */
export function isLead(path: string): boolean {
  return /^(?:readme|index)\.md$/i.test(nameOf(path))
}

export function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path)
}

export function isSummary(path: string): boolean {
  return nameOf(path).toLowerCase() === 'summary.md'
}

/** The destination of a link from one file to another, as Markdown, HTML and every git host read it. */
export function linkBetween(from: string, to: string): string {
  const above = from.split('/').slice(0, -1)
  const names = to.split('/')
  let same = 0
  while (same < above.length && same < names.length - 1 && above[same] === names[same]) same++
  return [...above.slice(same).map(() => '..'), ...names.slice(same).map(encoded)].join('/')
}

function encoded(name: string): string {
  const text = name.replaceAll(/[^\p{L}\p{N}\p{M}._-]/gu, percent)
  return text === '..' || text === '.' ? percent('.') : text
}

/** The path to which a relative link leads from a file; undefined if it leads elsewhere. */
export function pathFrom(from: string, destination: string): string | undefined {
  const [way = ''] = destination.split(/[?#]/, 1)
  if (way === '' || /^(?:[a-z][a-z\d+.-]*:|\/)/i.test(way)) return undefined
  const names = from.split('/').slice(0, -1)
  for (const part of way.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') names.push(slugOfName(part))
    else if (names.pop() === undefined) return undefined
  }
  return names.join('/')
}
