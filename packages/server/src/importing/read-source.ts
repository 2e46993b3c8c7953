import { extname } from 'node:path/posix'
import { onText } from '@stemma/content'
import type { ImportSource } from '@stemma/contract'
import { type Archive, openArchive } from './archive.ts'
import {
  archiveSource,
  decoded,
  isPage,
  slugFrom,
  type TreeMaker,
  titleFrom,
  withTitle,
} from './archive-source.ts'
import { type Assembled, type Assembling, assemble } from './assemble.ts'
import { confluenceTree } from './confluence-tree.ts'
import type { Converter } from './converter.ts'
import { type ExportedContent, isExport, readExport } from './exported-content.ts'
import { plainTree } from './folder-tree.ts'
import { mergedArchive } from './merged-archive.ts'
import { notionTree } from './notion-tree.ts'
import { ImportRefusal } from './refusal.ts'
import type { Source, SourceFile, SourcePage } from './source-page.ts'
import { wikiTree } from './wiki-tree.ts'

/** A document or archive to import, uploaded or downloaded. */
export interface Arrived {
  readonly bytes: Uint8Array
  readonly name: string
  /** The URL it was downloaded from, used to fetch its images. */
  readonly address?: string | undefined
  /** The format given by the caller; if absent, it is detected. */
  readonly source?: ImportSource | undefined
}

export interface Reading extends Assembling {
  readonly converter: Converter
  readonly fetchFile: (address: string) => Promise<SourceFile>
}

/** Pages to add, or a full export to restore. */
export type Read = { readonly assembled: Assembled } | { readonly exported: ExportedContent }

export async function readArrived(arrived: readonly Arrived[], reading: Reading): Promise<Read> {
  const sources: Source[] = []
  for (const one of arrived) {
    const archive = await archiveIn(one)
    if (archive && isExport(archive)) {
      if (arrived.length > 1)
        throw new ImportRefusal('An export must be imported on its own. Start a separate run for each.')
      return { exported: await readExport(archive, reading.keep) }
    }
    sources.push(archive ? await sourceOf(archive, one, reading) : await documentOf(one, reading))
  }
  return { assembled: await assemble(joined(sources), reading) }
}

/** Prefixes keys with the file's number, so that equal names in two files stay distinct. */
function joined(sources: readonly Source[]): Source {
  const [only] = sources
  if (sources.length === 1 && only) return only
  const numbered = (page: SourcePage, at: number): SourcePage => ({
    ...page,
    key: `${at}:${page.key}`,
    pages: page.pages.map((below) => numbered(below, at)),
  })
  const split = (key: string) => {
    const colon = key.indexOf(':')
    return {
      source: sources[Number(key.slice(0, colon))] as Source,
      at: key.slice(0, colon),
      key: key.slice(colon + 1),
    }
  }
  return {
    pages: sources.flatMap(({ pages }, at) => pages.map((page) => numbered(page, at))),
    failures: sources.flatMap(({ failures }) => failures),
    targetOf(from, destination) {
      const { source, at, key } = split(from)
      const target = source.targetOf(key, destination)
      return target && { ...target, key: `${at}:${target.key}` }
    },
    fileAt(key) {
      const found = split(key)
      return found.source.fileAt(found.key)
    },
  }
}

async function archiveIn({ bytes, source }: Arrived): Promise<Archive | undefined> {
  if (isZip(bytes)) {
    const archive = await openArchive(bytes)
    return archive.has('word/document.xml') ? undefined : mergedArchive(archive)
  }
  if (source === 'zip' || source === 'notion' || source === 'confluence' || source === 'github-wiki')
    throw new ImportRefusal('This is not a ZIP file. Give the URL of one, or upload it.')
  return undefined
}

/** Checks the third byte too, because a text may also begin with PK. */
function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) <= 8
}

function sourceOf(archive: Archive, { source }: Arrived, { converter }: Reading): Promise<Source> {
  const isNamed = (form: RegExp) => archive.paths.some((path) => form.test(path))
  const byName: Readonly<Partial<Record<ImportSource, TreeMaker>>> = {
    confluence: confluenceTree,
    notion: notionTree,
    'github-wiki': wikiTree,
  }
  const named = source && byName[source]
  if (named) return archiveSource(archive, converter, named)
  if (isNamed(/ [0-9a-f]{32}\.(?:md|html|csv)$/)) return archiveSource(archive, converter, notionTree)
  const isConfluence = isNamed(/(?:^|\/)index\.html$/) && isNamed(/(?:^|\/)styles\/site\.css$/)
  if (isConfluence) return archiveSource(archive, converter, confluenceTree)
  if (isNamed(/(?:^|\/)_Sidebar\.md$/) || isNamed(/(?:^|\/)Home\.md$/))
    return archiveSource(archive, converter, wikiTree)
  return archiveSource(archive, converter, plainTree)
}

/** Reads a single page; fetches its images relative to the URL it came from. */
async function documentOf(arrived: Arrived, { converter, fetchFile }: Reading): Promise<Source> {
  const { bytes, name, address } = arrived
  const files = new Map<string, SourceFile>()
  const markdown = await markdownOf(arrived, converter, files)
  const images = new Set(await imagesIn(markdown, address))
  const named = { title: titleFrom(name), slug: isPage(name) ? slugFrom(name) : undefined }
  return {
    pages: [{ key: address ?? name, ...named, text: async () => markdown, pages: [] }],
    failures: bytes.length === 0 ? [{ address: address ?? name, reason: 'This is empty.' }] : [],
    targetOf(_from, destination) {
      if (files.has(destination)) return { kind: 'file', key: destination }
      const image = address && URL.parse(destination, address)?.href
      return image && images.has(image) ? { kind: 'file', key: image } : undefined
    },
    fileAt: async (key) => files.get(key) ?? fetchFile(key),
  }
}

async function markdownOf(arrived: Arrived, converter: Converter, files: Map<string, SourceFile>) {
  const { bytes, name, address, source } = arrived
  if (isZip(bytes)) {
    const page = await converter.docx(bytes)
    for (const { contentType: claimed, ...file } of page.embedded) files.set(file.name, { ...file, claimed })
    return page.markdown
  }
  if (source === 'docx')
    throw new ImportRefusal('This is not a Word document (.docx). Save it in that format.')
  const text = decoded(bytes)
  const isHtml =
    source === 'html' || source === 'google-docs' || ['.html', '.htm'].includes(extname(name).toLowerCase())
  const looksHtml = source === undefined && /^\s*(?:<!doctype html|<html)/i.test(text)
  return isHtml || looksHtml ? withTitle(await converter.html(text, address)) : text
}

const imagesMax = 200

async function imagesIn(markdown: string, address: string | undefined): Promise<readonly string[]> {
  if (address === undefined) return []
  const links = await onText('links', markdown)
  const images = links.filter(({ kind }) => kind === 'image')
  return images.slice(0, imagesMax).flatMap(({ destination }) => URL.parse(destination, address)?.href ?? [])
}
