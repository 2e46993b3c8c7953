import type { ContentRecords, FileRecord, Hash, PageRecord, ReusableContentRecord } from '@stemma/content'
import { hashOf } from '@stemma/content'
import { Value } from 'typebox/value'
import { ExpressionError } from '../expressions/expression-error.ts'
import { readTerm } from '../expressions/parse-expression.ts'
import type { Archive } from './archive.ts'
import { Manifest, manifestPath, recordOf } from './manifest.ts'
import { ImportRefusal } from './refusal.ts'
import type { SourceFile } from './source-page.ts'

/** The full content of an export, and the hash that identifies it. */
export interface ExportedContent {
  readonly records: ContentRecords
  readonly hash: Hash
}

/** Whether a ZIP file is a Stemma export. */
export function isExport(archive: Archive): boolean {
  return archive.has(manifestPath)
}

/** Reads an export. Hashes are computed from the bytes; those in the manifest are not trusted. */
export async function readExport(
  archive: Archive,
  keep: (file: SourceFile) => Promise<FileRecord>,
): Promise<ExportedContent> {
  const manifest = manifestIn(await archive.read(manifestPath))
  const texts = new Map<Hash, Uint8Array>()
  let textBytes = 0
  const take = async (path: string | undefined) => {
    if (path === undefined) return
    const bytes = await archive.read(path)
    textBytes += bytes.length
    if (textBytes > textBytesMax)
      throw new ImportRefusal('The texts of this export are too large in total. Split it.')
    texts.set(hashOf(bytes), bytes)
  }
  const pages = new Map<string, PageRecord>()
  for (const page of manifest.pages) {
    if ('path' in page) await take(page.path)
    if ('condition' in page && page.condition !== undefined) requireCondition(page.condition)
    pages.set(page.id, recordOf(page) as PageRecord)
  }
  const reusableContents = new Map<string, ReusableContentRecord>()
  for (const listed of manifest.reusableContents) {
    await take(listed.path)
    reusableContents.set(listed.id, recordOf(listed) as ReusableContentRecord)
  }
  const files = new Map<string, FileRecord>()
  for (const { path, ...listed } of manifest.files) {
    const bytes = await archive.read(path)
    const kept = await keep({ name: listed.name, claimed: listed.contentType, bytes })
    if (kept.hash !== listed.hash)
      throw new ImportRefusal(`The file ${listed.name} does not match the export. Export the content again.`)
    files.set(listed.id, { ...(listed.git && { git: listed.git }), ...kept })
  }
  const variables = new Map(Object.entries(manifest.variables))
  return { records: { pages, files, reusableContents, variables, texts }, hash: manifest.hash }
}

const textBytesMax = 512 * 1024 * 1024

function manifestIn(bytes: Uint8Array): Manifest {
  try {
    const manifest: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    requirePlain(manifest, 0)
    if (Value.Check(Manifest, manifest)) return manifest
  } catch (error) {
    throw new ImportRefusal(`${manifestPath} can't be read. Export the content again.`, { cause: error })
  }
  throw new ImportRefusal(`${manifestPath} is not in the format of this version. Export the content again.`)
}

const depthMax = 40

/** Rejects values that could be stored but not served again. */
function requirePlain(value: unknown, depth: number) {
  if (depth > depthMax) throw new RangeError('nested too deep')
  if (typeof value === 'string') requireText(value)
  if (value === null || typeof value !== 'object') return
  for (const [key, part] of Object.entries(value)) {
    requireText(key)
    requirePlain(part, depth + 1)
  }
}

function requireText(text: string) {
  if (text.includes('\0') || !text.isWellFormed() || text === '__proto__') throw new RangeError('no text')
}

function requireCondition(condition: string) {
  try {
    readTerm(condition)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    throw new ImportRefusal(`A condition in this export is not valid: ${error.message}`)
  }
}
