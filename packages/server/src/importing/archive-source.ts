import { basename, dirname, extname, join, normalize } from 'node:path/posix'
import type { Archive } from './archive.ts'
import type { Converter } from './converter.ts'
import { ImportRefusal } from './refusal.ts'
import type { Source, SourceFile, SourcePage, Target } from './source-page.ts'

/** What a tree maker needs to turn an archive's files into a tree of pages. */
export interface ArchivePages {
  readonly archive: Archive
  readonly converter: Converter
  /** Returns a reader that converts the file to Markdown and registers embedded images as files. */
  textAt(path: string): () => Promise<string>
}

export interface ArchiveTree {
  readonly pages: readonly SourcePage[]
  /** Resolves links by the format's own rules, which take precedence over the general ones. */
  readonly targetOf?: Source['targetOf']
  readonly failures?: Source['failures']
}

export type TreeMaker = (pages: ArchivePages) => Promise<ArchiveTree>

export async function archiveSource(
  archive: Archive,
  converter: Converter,
  makeTree: TreeMaker,
): Promise<Source> {
  const embedded = new Map<string, SourceFile>()
  const textAt = (path: string) => () => textOf(path, { archive, converter, embedded })
  const { pages, targetOf, failures = [] } = await makeTree({ archive, converter, textAt })
  const keys = new Set(keysOf(pages))
  return {
    pages,
    failures,
    targetOf: (from, destination) =>
      targetOf?.(from, destination) ?? targetIn({ archive, embedded, keys }, from, destination),
    async fileAt(key) {
      const file = embedded.get(key)
      return file ?? { name: key.split('/').at(-1) ?? 'file', bytes: await archive.read(key) }
    },
  }
}

const markdownForms = ['.md', '.markdown', '.mdx', '.mdown']
const htmlForms = ['.html', '.htm', '.xhtml']

/** True for files that become pages, false for attachments such as images. */
export function isPage(path: string): boolean {
  const ending = extname(path).toLowerCase()
  return [...markdownForms, ...htmlForms, '.docx'].includes(ending)
}

interface Reading extends Pick<ArchivePages, 'archive' | 'converter'> {
  readonly embedded: Map<string, SourceFile>
}

async function textOf(path: string, { archive, converter, embedded }: Reading): Promise<string> {
  const bytes = await archive.read(path)
  const ending = extname(path).toLowerCase()
  if (ending === '.docx') {
    const page = await converter.docx(bytes)
    for (const { name, contentType, bytes } of page.embedded) {
      embedded.set(`${path}/${name}`, { name, claimed: contentType, bytes })
    }
    return page.markdown
  }
  const text = decoded(bytes)
  return htmlForms.includes(ending) ? withTitle(await converter.html(text)) : text
}

/** Adds the title as a heading if the text has no first-level heading. */
export function withTitle({ title, markdown }: { title: string | undefined; markdown: string }): string {
  return title === undefined || /^# /m.test(markdown) ? markdown : `# ${title}\n\n${markdown}`
}

/** Decodes UTF-8, or UTF-16LE with a byte order mark. Anything else is read as Windows-1252. */
export function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function* keysOf(pages: readonly SourcePage[]): Generator<string> {
  for (const page of pages) {
    yield page.key
    yield* keysOf(page.pages)
  }
}

interface Linkable {
  readonly archive: Archive
  readonly embedded: ReadonlyMap<string, SourceFile>
  readonly keys: ReadonlySet<string>
}

function targetIn(
  { archive, embedded, keys }: Linkable,
  from: string,
  destination: string,
): Target | undefined {
  const path = pathFrom(from, destination)
  if (path === undefined) return undefined
  if (embedded.has(`${from}/${destination}`)) return { kind: 'file', key: `${from}/${destination}` }
  const key = candidates(path).find((candidate) => keys.has(candidate))
  if (key !== undefined) return { kind: 'page', key }
  return archive.has(path) && !isPage(path) ? { kind: 'file', key: path } : undefined
}

/** Resolves a link relative to a file; undefined if it points outside the archive. */
export function pathFrom(from: string, destination: string): string | undefined {
  const written = destination.replace(/[?#].*$/s, '')
  if (written === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(written)) return undefined
  // Decode only the link itself: a percent sign in a folder name is literal.
  const path = written.startsWith('/') ? plain(written).slice(1) : join(dirname(from), plain(written))
  const found = normalize(path).normalize('NFC').replace(/\/$/, '')
  return found.startsWith('..') ? undefined : found
}

/** Percent-decodes a link; returns it unchanged if the encoding is invalid. */
export function plain(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Links may omit a page's file extension, or name only its folder. */
function candidates(path: string): readonly string[] {
  const base = path === '.' ? '' : path
  const stem = base.replace(/\.(?:html?|md|markdown)$/i, '')
  const folder = (name: string) => (base === '' ? name : `${base}/${name}`)
  const endings = [...markdownForms, ...htmlForms]
  return [
    base,
    ...endings.map((ending) => stem + ending),
    ...['README.md', 'readme.md', 'Readme.md', 'index.md', 'index.html', 'index.htm'].map(folder),
  ]
}

/** Derives a title from a file name. */
export function titleFrom(path: string): string {
  const name = (path.split('/').at(-1) ?? '').replace(/\.[a-z]{2,8}$/i, '')
  const words = name
    .replace(/^\d+[-_. ]+(?=\D)/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words === '' ? name || 'Untitled' : words.charAt(0).toUpperCase() + words.slice(1)
}

/** True for the page that represents its folder, such as README or index. It takes the folder's name. */
export function isLead(path: string): boolean {
  return /^(?:readme|index|home|_index)$/i.test(stemOf(path))
}

export function stemOf(path: string): string {
  return basename(path).replace(/\.[^.]+$/, '')
}

/**
 * The slug is the name of the file or folder, so that URLs stay the same; our exports percent-encode it. For
 * the README or index at the root of an archive there is none: the title provides the slug.
 */
export function slugFrom(path: string, root = ''): string | undefined {
  if (!isPage(path)) return basename(path)
  if (!isLead(path)) return plain(stemOf(path))
  const folder = dirname(path.slice(root.length))
  return folder === '.' ? undefined : plain(basename(folder))
}

export function requirePages(pages: readonly SourcePage[]): readonly SourcePage[] {
  if (pages.length > 0) return pages
  throw new ImportRefusal('This contains no pages. You can import Markdown, HTML and Word documents.')
}
