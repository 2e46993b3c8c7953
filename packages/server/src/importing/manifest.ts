import type { FileRecord, PageRecord, ReusableContentRecord } from '@stemma/content'
import { ContentReference, PageCover, PageLayout, Timestamp, Values } from '@stemma/contract'
import { type Static, Type } from 'typebox'

/** The path of the manifest in an export's ZIP file. */
export const manifestPath = 'stemma.json'
export const manifestVersion = 1

/** A text's ID combines its page's ID and its hash, which limits the length of a page ID. */
const Id = Type.String({ pattern: '^[A-Za-z0-9_-]{1,22}$' })
const HashText = Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' })
const Path = Type.String({ minLength: 1, maxLength: 65_000 })
const Text = Type.String({ maxLength: 100_000 })
const optional = Type.Optional
const closed = { additionalProperties: false }

const GitBlob = Type.Object({ oid: Text, path: Text }, closed)
const ComputedSource = Type.Object(
  {
    type: Text,
    props: Type.Record(Text, Type.Unknown()),
    dependencies: optional(Type.Record(Text, Type.Unknown())),
  },
  closed,
)
const common = {
  id: Id,
  title: Text,
  /** The ID of the parent page; empty at the top level. */
  parent: Type.String({ pattern: '^[A-Za-z0-9_-]{0,22}$' }),
  rank: Type.String({ pattern: '^[0-9A-Za-z]{1,1000}$' }),
  emoji: optional(Text),
  icon: optional(Text),
  hidden: optional(Type.Boolean()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}
const addressed = {
  ...common,
  slug: Type.String({ minLength: 1, maxLength: 1000 }),
  noIndex: optional(Type.Boolean()),
  noRobotsIndex: optional(Type.Boolean()),
  condition: optional(Text),
}
const generated = { computed: optional(ComputedSource), computedSeed: optional(Text) }

/** A page record, with the path of its text in the ZIP file. */
const ManifestPage = Type.Union([
  Type.Object(
    {
      type: Values(['document']),
      ...addressed,
      document: HashText,
      path: Path,
      description: optional(Text),
      layout: optional(Type.Partial(PageLayout, closed)),
      cover: optional(PageCover),
      variables: optional(Type.Record(Text, Text)),
      git: optional(GitBlob),
      ...generated,
    },
    closed,
  ),
  Type.Object({ type: Values(['group']), ...addressed }, closed),
  Type.Object({ type: Values(['link']), ...common, target: ContentReference, href: optional(Text) }, closed),
  Type.Object({ type: Values(['computed']), ...common, computed: ComputedSource }, closed),
])

const ManifestFile = Type.Object(
  {
    id: Id,
    name: Type.String({ minLength: 1, maxLength: 1000 }),
    contentType: Type.String({ minLength: 1, maxLength: 200 }),
    size: Type.Integer({ minimum: 0 }),
    hash: HashText,
    dimensions: optional(Type.Object({ width: Type.Number(), height: Type.Number() }, closed)),
    git: optional(GitBlob),
    path: Path,
  },
  closed,
)

const ManifestReusableContent = Type.Object(
  {
    id: Id,
    title: Text,
    document: optional(HashText),
    path: optional(Path),
    git: optional(GitBlob),
    ...generated,
  },
  closed,
)

/** All of an export except the bytes of its texts and files. */
export const Manifest = Type.Object({
  format: Values(['stemma']),
  version: Type.Integer({ minimum: 1, maximum: manifestVersion }),
  revision: Text,
  /** The hash of the content; importing must produce the same one. */
  hash: HashText,
  pages: Type.Array(ManifestPage, { maxItems: 1_000_000 }),
  files: Type.Array(ManifestFile, { maxItems: 1_000_000 }),
  reusableContents: Type.Array(ManifestReusableContent, { maxItems: 100_000 }),
  variables: Type.Record(Type.String({ maxLength: 1000 }), Text),
})
export type Manifest = Static<typeof Manifest>

/** A record in the manifest: its fields, its ID, and the path of its bytes. */
type Listed<Record> = Record & { readonly id: string; readonly path?: string }
export type ListedPage = Listed<PageRecord>
export type ListedFile = Listed<FileRecord>
export type ListedReusableContent = Listed<ReusableContentRecord>

/** Returns the record without the fields that only the manifest has. */
export function recordOf<Record extends { readonly id: string; readonly path?: string }>(
  listed: Record,
): Omit<Record, 'id' | 'path'> {
  const { id: _id, path: _path, ...record } = listed
  return record
}
