import type { BlobStore } from '../files/blob-store.ts'
import { filesystemBlobs } from '../files/filesystem-blobs.ts'
import { s3Blobs } from '../files/s3-blobs.ts'
import type { Config } from './config.ts'

/** Opens the file store of the settings: a bucket, or a folder. */
export async function openBlobs(config: Config): Promise<BlobStore> {
  if (config.filesBucket === '') return filesystemBlobs({ folder: config.filesFolder })
  return s3Blobs({
    bucket: config.filesBucket,
    region: config.filesBucketRegion,
    keyPrefix: config.filesBucketPrefix,
    ...(config.filesBucketEndpoint && { endpoint: config.filesBucketEndpoint, forcePathStyle: true }),
    ...(config.filesBucketKeyId && {
      credentials: { accessKeyId: config.filesBucketKeyId, secretAccessKey: config.filesBucketSecret },
    }),
  })
}
