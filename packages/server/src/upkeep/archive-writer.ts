import { createHash } from 'node:crypto'
import { access, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { codeOf } from '../db/driver.ts'
import type { Part } from './manifest.ts'
import { UpkeepError } from './upkeep-error.ts'

/** Writes a ZIP file part by part. The file gets its final name once it is complete and on disk. */
export interface ArchiveWriter {
  /** Resolves when the source has been read to its end. */
  add(path: string, source: Readable): Promise<Part>
  /** Stores bytes uncompressed. */
  addBytes(path: string, bytes: Uint8Array): Promise<void>
  end(): Promise<void>
  /** Deletes the unfinished file. */
  abandon(): Promise<void>
}

export async function writeArchive(file: string): Promise<ArchiveWriter> {
  if (await isThere(file)) throw new UpkeepError(`${file} already exists. Choose another name.`)
  const unfinished = `${file}.part`
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const target = await create(unfinished)
  const written = pipeline(output, target).catch(unwritable(file))
  written.catch(() => {})
  zip.on('error', (error: Error) => output.destroy(error))
  const mtime = new Date()
  return {
    async add(path, source) {
      const counting = counted()
      zip.addReadStream(counting.stream, path, { mtime, mode: 0o600 })
      await Promise.race([pipeline(source, counting.stream), written.then(() => {})])
      return { path, ...counting.result() }
    },

    async addBytes(path, bytes) {
      const stream = Readable.from([bytes])
      zip.addReadStream(stream, path, { mtime, mode: 0o600, compress: false, size: bytes.length })
      await Promise.race([ended(stream), written])
    },

    async end() {
      zip.end()
      await written
      await rename(unfinished, file)
      const folder = await open(dirname(file))
      await folder.sync().finally(() => folder.close())
    },

    async abandon() {
      output.destroy()
      await written.catch(() => {})
      await rm(unfinished, { force: true })
    },
  }
}

/** Readable only by its owner, because it contains the whole installation. */
async function create(file: string) {
  const handle = await open(file, 'w', 0o600).catch(unwritable(file))
  return handle.createWriteStream({ flush: true })
}

function unwritable(file: string) {
  return (error: unknown): never => {
    const code = codeOf(error)
    if (code === undefined) throw error
    const advice = 'Make room, or name a file in another folder'
    throw new UpkeepError(`${file} can't be written (${code}). ${advice}.`, { cause: error })
  }
}

function counted() {
  const digest = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ bytes, hash: digest.digest('base64url') }) }
}

function ended(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => stream.once('end', resolve).once('error', reject))
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
