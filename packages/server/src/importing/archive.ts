import { promisify } from 'node:util'
import { type Entry, fromBuffer, type ZipFile } from 'yauzl'
import { ImportRefusal } from './refusal.ts'

/** The entries of a ZIP file by path. Entries are unpacked only when read. */
export interface Archive {
  readonly paths: readonly string[]
  has(path: string): boolean
  sizeOf(path: string): number
  read(path: string): Promise<Uint8Array>
}

export interface ArchiveBounds {
  readonly entriesMax: number
  /** Unpacked size limits: per entry, and for all entries together. */
  readonly entryBytesMax: number
  readonly bytesMax: number
}

export const archiveBounds: ArchiveBounds = {
  entriesMax: 200_000,
  entryBytesMax: 64 * 1024 * 1024,
  bytesMax: 1024 * 1024 * 1024,
}

/**
 * Reads the directory of a ZIP file. Because the directory states all sizes, a ZIP bomb is rejected before
 * anything is unpacked. If a stated size is wrong, reading that entry fails.
 */
export async function openArchive(
  bytes: Uint8Array,
  bounds: ArchiveBounds = archiveBounds,
): Promise<Archive> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const zip = await open(buffer).catch((error: unknown) => {
    throw new ImportRefusal("The ZIP file can't be read. Create it again.", { cause: error })
  })
  const entries = await entriesOf(zip, bounds)
  const entryAt = (path: string) => {
    const entry = entries.get(path)
    if (entry === undefined) throw new ImportRefusal(`The ZIP file doesn't contain ${shown(path)}.`)
    return entry
  }
  return {
    paths: [...entries.keys()],
    has: (path) => entries.has(path),
    sizeOf: (path) => entryAt(path).uncompressedSize,
    read: (path) => unpack(zip, entryAt(path)),
  }
}

const open = (buffer: Buffer) =>
  new Promise<ZipFile>((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    fromBuffer(buffer, options, (error, zip) => (error ? reject(error) : resolve(zip)))
  })

async function entriesOf(zip: ZipFile, bounds: ArchiveBounds): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  let bytes = 0
  // The reader never reads more entries than the file declares, so checking the declared count is enough.
  if (zip.entryCount > bounds.entriesMax)
    throw new ImportRefusal(`The ZIP file has more than ${bounds.entriesMax} entries. Split it.`)
  for await (const entry of eachEntry(zip)) {
    const path = entry.fileName.normalize('NFC')
    if (path.endsWith('/') || isBeside(path)) continue
    if (path.split('/').length > foldersMax)
      throw new ImportRefusal(
        `The zip file has more than ${foldersMax} folders inside of each other. Flatten them.`,
      )
    bytes += entry.uncompressedSize
    if (entry.uncompressedSize > bounds.entryBytesMax || bytes > bounds.bytesMax)
      throw new ImportRefusal('The ZIP file is too large when unpacked. Split it.')
    if (entry.isEncrypted()) throw locked(shown(path))
    if (!entry.canDecodeFileData())
      throw new ImportRefusal(`${shown(path)} uses an unknown compression method. Create a plain ZIP file.`)
    if (entries.has(path)) throw new ImportRefusal(`The ZIP file has ${shown(path)} twice. Create it again.`)
    entries.set(path, entry)
  }
  return entries
}

/** Limits the recursion of code that walks the folders. */
const foldersMax = 200

function locked(what: string, cause?: unknown) {
  return new ImportRefusal(`${what} is locked by a password. Pack it again without one.`, { cause })
}

/** Files that operating systems and tools add, not the author. */
function isBeside(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX|\.git|node_modules)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/.test(
    path,
  )
}

/** Stops with an error at the first path that is invalid or leads outside the archive. */
async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  const next = () =>
    new Promise<Entry | undefined>((resolve, reject) => {
      zip.removeAllListeners()
      zip.once('entry', resolve)
      zip.once('end', () => resolve(undefined))
      zip.once('error', reject)
      zip.readEntry()
    })
  for (;;) {
    const entry = await next().catch((error: unknown) => {
      if (/encryption/.test(String(error))) throw locked('The ZIP file', error)
      throw new ImportRefusal('The ZIP file is damaged, or a path in it leads outside. Create it again.', {
        cause: error,
      })
    })
    if (entry === undefined) return
    yield entry
  }
}

async function unpack(zip: ZipFile, entry: Entry): Promise<Uint8Array> {
  const size = entry.uncompressedSize
  const unpacked = Buffer.alloc(size)
  try {
    const stream = await promisify(zip.openReadStream.bind(zip) as OpenStream)(entry)
    let at = 0
    for await (const chunk of stream) at += (chunk as Buffer).copy(unpacked, at)
    if (at === size) return unpacked
  } catch (error) {
    throw new ImportRefusal(`${shown(entry.fileName)} is damaged in the ZIP file. Create it again.`, {
      cause: error,
    })
  }
  throw new ImportRefusal(`${shown(entry.fileName)} is damaged in the ZIP file. Create it again.`)
}

type OpenStream = (
  entry: Entry,
  callback: (error: Error | null, stream: NodeJS.ReadableStream) => void,
) => void

function shown(path: string): string {
  return path.slice(0, 200)
}
