import { address, integer, path, text } from './readers.ts'

/** Where files and repositories are. */
export const fileSettings = {
  filesUrl: {
    variable: 'STEMMA_FILES_URL',
    reader: address,
    byDefault: '`STEMMA_PUBLIC_URL`',
    meaning:
      'The base URL for file downloads. Use a different host name than the web application, so that files ' +
      "can't run scripts with its origin.",
  },
  filesFolder: {
    variable: 'STEMMA_FILES_FOLDER',
    reader: path('files'),
    meaning:
      'The folder for the bytes of files, unless you use a bucket. All processes of an installation need ' +
      'the same folder.',
  },
  filesBytesMax: {
    variable: 'STEMMA_FILES_BYTES_MAX',
    reader: integer(1024, 1_000_000_000, 25 * 1024 * 1024),
    meaning: 'The maximum size of a file that is fetched from a URL, or uploaded for a space, in bytes.',
  },
  filesOrganizationBytesMax: {
    variable: 'STEMMA_FILES_ORGANIZATION_BYTES_MAX',
    reader: integer(0, Number.MAX_SAFE_INTEGER, 0),
    meaning:
      'The storage quota of each organization, in bytes. `0` means no quota. Counts the files of spaces, ' +
      'and uploads until they are deleted.',
  },
  filesBucket: {
    variable: 'STEMMA_FILES_BUCKET',
    reader: text(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'the name of a bucket'),
    byDefault: 'none',
    meaning: 'The bucket for the bytes of files, on Amazon S3 or a compatible service. Replaces the folder.',
  },
  filesBucketRegion: {
    variable: 'STEMMA_FILES_BUCKET_REGION',
    reader: text(/^[a-z\d-]+$/, 'the name of a region', 'us-east-1'),
    meaning: 'The region of the bucket.',
  },
  filesBucketEndpoint: {
    variable: 'STEMMA_FILES_BUCKET_ENDPOINT',
    reader: address,
    byDefault: "Amazon's endpoint of the region",
    meaning: 'The URL of another S3-compatible server. The bucket name becomes part of the path.',
  },
  filesBucketPrefix: {
    variable: 'STEMMA_FILES_BUCKET_PREFIX',
    reader: text(/^[\w.-][\w./-]*$/, 'letters, digits and . _ - /'),
    byDefault: 'none',
    meaning:
      'A prefix for all keys in the bucket, such as `stemma/`, if the bucket is also used for other data.',
  },
  filesBucketKeyId: {
    variable: 'STEMMA_FILES_BUCKET_KEY_ID',
    reader: text(/^\w+$/, 'letters and digits'),
    byDefault: "found the way Amazon's tools find it",
    meaning: 'The ID of the access key for the bucket.',
  },
  filesBucketSecret: {
    variable: 'STEMMA_FILES_BUCKET_SECRET',
    reader: text(/^\S+$/, 'without spaces'),
    byDefault: "found the way Amazon's tools find it",
    meaning: 'The secret of the access key for the bucket.',
  },
  gitFolder: {
    variable: 'STEMMA_GIT_FOLDER',
    reader: path(),
    byDefault: '`git-cache` in `STEMMA_FILES_FOLDER`',
    meaning:
      'The folder for git repositories of spaces. They are a cache: all processes of a machine can share ' +
      'it, backups need not contain it, and you can delete it at any time.',
  },
} as const
