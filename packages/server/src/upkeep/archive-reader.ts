import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type BlobKey, hashOf, pathOf } from '../files/blob-store.ts'
import { verified } from '../files/verified.ts'
import {
  formatVersion,
  type Manifest,
  manifestHashPath,
  manifestPath,
  type Part,
  parseManifest,
} from './manifest.ts'
import { DamagedBackup, UpkeepError } from './upkeep-error.ts'

/** Reads a backup file. Everything is verified against its hash before it is used. */
export interface ArchiveReader {
  readonly manifest: Manifest
  /** The stream fails before its last bytes if they don't match the hash. */
  part(part: Part): Promise<Readable>
  /** Every file with its bytes; undefined if they don't match the hash in its name. */
  files(): AsyncGenerator<{ readonly path: string; readonly bytes: Uint8Array | undefined }>
  close(): void
}

export async function readArchive(file: string): Promise<ArchiveReader> {
  const zip = await openZip(file)
  try {
    const parts = new Map<string, Entry>()
    let filesFrom = 0
    for await (const entry of entriesIn(zip, file)) {
      if (entry.fileName.startsWith(filesFolder)) filesFrom++
      else parts.set(entry.fileName, entry)
    }
    const manifest = await manifestIn(zip, parts, file)
    return {
      manifest,
      async part({ path, bytes, hash }) {
        const entry = parts.get(path)
        if (entry === undefined) throw damaged(file, `it has no ${path}`)
        const stream = await unpack(zip, entry, file)
        return verified(stream, { length: bytes, hash })
      },
      files: () => filesIn(file, filesFrom),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

const filesFolder = 'files/'

/** The path of a file in a backup. It is the same as in file stores, so that you can extract it by hand. */
export function archivePathOf(key: BlobKey): string {
  return `${filesFolder}${pathOf(key)}`
}

export function keyAt(path: string): BlobKey {
  const [, folder = '', , name = ''] = path.split('/')
  return {
    contentId: Buffer.from(folder, 'hex').toString(),
    hash: Buffer.from(name, 'hex').toString('base64url'),
  }
}

async function openZip(file: string): Promise<ZipFile> {
  try {
    return await openPromise(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'ENOENT') throw new UpkeepError(`The file ${file} does not exist. Check its name.`)
    if (code === 'EACCES') throw new UpkeepError(`This user may not read ${file}.`)
    throw damaged(file, 'it is not a backup, or its end is missing', error)
  }
}

async function* entriesIn(zip: ZipFile, file: string): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry()
  } catch (error) {
    throw damaged(file, 'its list of parts cannot be read', error)
  }
}

async function unpack(zip: ZipFile, entry: Entry, file: string): Promise<Readable> {
  try {
    return await zip.openReadStreamPromise(entry)
  } catch (error) {
    throw damaged(file, `${entry.fileName} cannot be read`, error)
  }
}

async function manifestIn(zip: ZipFile, parts: ReadonlyMap<string, Entry>, file: string): Promise<Manifest> {
  const [entry, hashEntry] = [parts.get(manifestPath), parts.get(manifestHashPath)]
  if (!entry || !hashEntry) throw damaged(file, 'it is not a backup of Stemma')
  const read = async (one: Entry) =>
    text(await unpack(zip, one, file)).catch((error: unknown) => {
      throw damaged(file, `${one.fileName} cannot be read`, error)
    })
  const [written, hash] = [await read(entry), await read(hashEntry)]
  if (hash !== manifestHash(written)) throw damaged(file, 'its manifest is not the one that was written')
  const manifest = parseManifest(written)
  if (manifest === undefined) throw damaged(file, 'its manifest cannot be read')
  if ('tables' in manifest) return manifest
  throw new UpkeepError(
    `${file} has the format ${manifest.formatVersion}, and this version knows ${formatVersion}. ` +
      'It was made by a newer Stemma: restore it with that version or a later one.',
  )
}

export function manifestHash(manifest: string): string {
  return `${createHash('sha256').update(manifest).digest('hex')}  ${manifestPath}\n`
}

/** Reads the ZIP directory a second time, so that it needn't be kept in memory. */
async function* filesIn(file: string, expected: number) {
  const zip = await openZip(file)
  try {
    let seen = 0
    for await (const entry of entriesIn(zip, file)) {
      if (!entry.fileName.startsWith(filesFolder)) continue
      seen++
      const bytes = await bytesOf(zip, entry).catch(() => undefined)
      const isRight = bytes !== undefined && hashOf(bytes) === keyAt(entry.fileName).hash
      yield { path: entry.fileName, bytes: isRight ? bytes : undefined }
    }
    if (seen !== expected) throw damaged(file, 'its list of parts changed while it was read')
  } finally {
    zip.close()
  }
}

async function bytesOf(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

export function damaged(file: string, what: string, cause?: unknown): DamagedBackup {
  return new DamagedBackup(`${file} is damaged: ${what}. Use another backup.`, { cause })
}
