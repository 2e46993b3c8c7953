import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Increment this if earlier versions can't read the new format. */
export const formatVersion = 1

export const manifestPath = 'manifest.json'
/** The hash of the manifest, in the format of sha256sum. Nothing else protects the manifest itself. */
export const manifestHashPath = 'manifest.json.sha256'
export const filesPath = 'files.txt'
export const jobsPath = 'jobs.copy'

const Part = Type.Object({
  path: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  /** SHA-256 of the uncompressed bytes, as base64url. */
  hash: Type.String({ minLength: 43, maxLength: 43 }),
})
export type Part = Static<typeof Part>

const TablePart = Type.Object({
  ...Part.properties,
  name: Type.String(),
  columns: Type.Array(Type.String()),
  rows: Type.Integer({ minimum: 0 }),
})
export type TablePart = Static<typeof TablePart>

/** The contents of a backup, with the hashes to verify them. */
const Manifest = Type.Object({
  format: Type.Literal('stemma-backup'),
  formatVersion: Type.Integer({ minimum: 1 }),
  /** The version of the program that wrote it. */
  version: Type.String(),
  createdAt: Type.String(),
  migrations: Type.Array(Type.Object({ name: Type.String(), checksum: Type.String() })),
  /** Ordered so that each table references only earlier ones, or itself. */
  tables: Type.Array(TablePart),
  jobs: Type.Object({ ...Part.properties, rows: Type.Integer({ minimum: 0 }) }),
  /** The list of files that rows and contents refer to, and the number of those that were missing. */
  files: Type.Object({
    ...Part.properties,
    count: Type.Integer({ minimum: 0 }),
    missing: Type.Integer({ minimum: 0 }),
  }),
  /** Identifies the keys that encrypt secrets. Never the keys themselves. */
  keys: Type.Array(Type.Object({ id: Type.String(), fingerprint: Type.Union([Type.String(), Type.Null()]) })),
})
export type Manifest = Static<typeof Manifest>

/** Undefined if it is not a manifest. A newer format is recognized by its number before the rest is read. */
export function parseManifest(text: string): Manifest | { readonly formatVersion: number } | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Value.Check(Head, value)) return undefined
  if (value.formatVersion > formatVersion) return { formatVersion: value.formatVersion }
  return Value.Check(Manifest, value) ? value : undefined
}

const Head = Type.Object({ format: Type.Literal('stemma-backup'), formatVersion: Type.Integer() })
