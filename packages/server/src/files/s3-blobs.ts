import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { type BlobKey, type BlobStore, type ByteRange, folderOf, pathOf, requireHash } from './blob-store.ts'
import { verified } from './verified.ts'

/** Stores blobs in a bucket of any S3-compatible store. */
export function s3Blobs(options: S3Options): BlobStore {
  const { bucket: Bucket, keyPrefix = '', listedMax = 1000 } = options
  const client = new S3Client(clientConfig(options))
  const at = (path: string) => ({ Bucket, Key: `${keyPrefix}${path}` })
  return {
    async put(key, bytes) {
      const target = at(pathOf(key))
      requireHash(key, bytes)
      // The server rejects bytes that were changed in transit.
      const ChecksumSHA256 = Buffer.from(key.hash, 'base64url').toString('base64')
      await client.send(new PutObjectCommand({ ...target, Body: bytes, ChecksumSHA256 }))
    },

    async open(key, range) {
      const target = at(pathOf(key))
      const Range = range && `bytes=${range.first}-${range.last}`
      const answer = await client.send(new GetObjectCommand({ ...target, Range })).catch(absent)
      return answer && opened(answer, key, range)
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(at(pathOf(key))))
    },

    async deleteAll(contentId) {
      const Prefix = `${keyPrefix}${folderOf(contentId)}/`
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: listedMax, ContinuationToken }),
        )
        const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? [])
        await inGroups(keys, (Key) => client.send(new DeleteObjectCommand({ Bucket, Key })))
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
  }
}

export interface S3Options {
  readonly bucket: string
  readonly region: string
  /** Defaults to Amazon's endpoint for the region. */
  readonly endpoint?: string | undefined
  /** Puts the bucket into the path of URLs instead of the host. */
  readonly forcePathStyle?: boolean
  /** Defaults to Amazon's standard credential sources, such as the role of the machine. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** Prefix of every key, to share a bucket; `stemma/` creates a folder. */
  readonly keyPrefix?: string
  readonly connectTimeoutMs?: number
  /** How long a request may go without sending or receiving data before it fails. */
  readonly idleTimeoutMs?: number
  readonly attemptsMax?: number
  readonly listedMax?: number
}

function clientConfig(options: S3Options): S3ClientConfig {
  const { region, endpoint, forcePathStyle = false, credentials } = options
  const { connectTimeoutMs = 5000, idleTimeoutMs = 30_000, attemptsMax = 3 } = options
  return {
    region,
    forcePathStyle,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    maxAttempts: attemptsMax,
    requestHandler: { connectionTimeout: connectTimeoutMs, socketTimeout: idleTimeoutMs },
    // Every upload carries its SHA-256 and every download is hashed here, so other checksums are redundant.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
}

/** A missing key means that there is no blob; a missing bucket is an error. */
function absent(error: unknown): undefined {
  if (!(error instanceof NoSuchKey)) throw error
}

function opened(answer: GetObjectCommandOutput, key: BlobKey, range: ByteRange | undefined) {
  const { Body, ContentLength, ContentRange } = answer
  if (!(Body instanceof Readable)) throw new Error('The file store returned no body.')
  const size = range ? Number(/^bytes \d+-\d+\/(\d+)$/.exec(ContentRange ?? '')?.[1]) : ContentLength
  if (size === undefined || !Number.isSafeInteger(size)) {
    Body.destroy()
    throw new Error('The file store did not return the size of the file.')
  }
  const expected = range ? { length: range.last - range.first + 1 } : { length: size, hash: key.hash }
  return { size, stream: verified(Body, expected) }
}

const deletedAtOnceMax = 16

/** Sends one request per key, because S3-compatible stores differ most in bulk deletion. */
async function inGroups(keys: readonly string[], remove: (key: string) => Promise<unknown>) {
  for (let start = 0; start < keys.length; start += deletedAtOnceMax) {
    await Promise.all(keys.slice(start, start + deletedAtOnceMax).map(remove))
  }
}
