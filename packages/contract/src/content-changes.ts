import { type Static, Type } from 'typebox'
import { ChangeRequest } from './change-requests.ts'
import { File } from './content.ts'
import { DocumentInput, markdownMax } from './documents.ts'
import { Body } from './operation.ts'
import { Address, Id, Nullable, ObjectName, UploadKey, Url, Values } from './scalars.ts'

const changesMax = 50
const filesMax = 20
/** The size of a file that comes with a change. */
export const fileBytesMax = 1024 * 1024
const base64Max = Math.ceil(fileBytesMax / 3) * 4
const documentsBytesMax = 4 * 1024 * 1024

/** Room for the files that one change can insert, and for the text of the other changes. */
export const contentChangesBytesMax = filesMax * base64Max + documentsBytesMax

/** A name to link to within the same request: `./<ref>.md` for a page, `./<ref>` for a file. */
const Ref = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9._-]+$' })
const Text = DocumentInput(markdownMax)
const At = Type.Integer({ minimum: 0, maximum: 1_000_000 })

/** An empty emoji, icon or condition removes it. */
const attributes = {
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  slug: Type.Optional(Type.String({ maxLength: 100 })),
  emoji: Type.Optional(Type.String({ maxLength: 50 })),
  icon: Type.Optional(Type.String({ maxLength: 50 })),
  description: Type.Optional(Type.String({ maxLength: 1024 })),
  hidden: Type.Optional(Type.Boolean()),
  noIndex: Type.Optional(Type.Boolean()),
  noRobotsIndex: Type.Optional(Type.Boolean()),
  condition: Type.Optional(Type.String({ maxLength: 1024 })),
}

const file = { name: Type.String({ minLength: 1, maxLength: 256 }), ref: Type.Optional(Ref) }
const ContentType = Type.String({ minLength: 1, maxLength: 128 })

/** A file, by its public URL, by its content, or by the key of your upload. */
const FileInput = Type.Union([
  Body({ ...file, url: Url, contentType: Type.Optional(ContentType) }),
  Body({ ...file, base64: Type.String({ maxLength: base64Max }), contentType: ContentType }),
  Body({ ...file, upload: UploadKey, contentType: Type.Optional(ContentType) }),
])

export const ContentChange = Type.Union([
  /** Inserts below the page `into`, or at the top level; at the position `at`, or last. */
  Body({
    operation: Values(['insert_page']),
    document: Text,
    ...attributes,
    into: Type.Optional(Id),
    at: Type.Optional(At),
    ref: Type.Optional(Ref),
  }),
  /**
   * `into: null` moves the page to the top level. Without `into` it keeps its parent. `basedOn` is the
   * revision that you read: changes since then are merged by block. Without it, they are overwritten.
   */
  Body({
    operation: Values(['update_page']),
    page: Id,
    document: Type.Optional(Text),
    ...attributes,
    into: Type.Optional(Nullable(Id)),
    at: Type.Optional(At),
    basedOn: Type.Optional(Id),
  }),
  /** Its subpages are deleted too. */
  Body({ operation: Values(['delete_page']), page: Id }),
  /** Reverts to `revision`, or to the start of the change request: the whole page, or blocks by key. */
  Body({
    operation: Values(['revert_page']),
    page: Id,
    revision: Type.Optional(Id),
    block: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { minItems: 1, maxItems: 1000 })),
  }),
  Body({
    operation: Values(['insert_files']),
    files: Type.Array(FileInput, { minItems: 1, maxItems: filesMax }),
  }),
])
export type ContentChange = Static<typeof ContentChange>

/** Applied in order, as one new revision. If one change fails, none is applied. */
export const ContentChangesBody = Body({
  changes: Type.Array(ContentChange, { minItems: 1, maxItems: changesMax }),
})

const PagePointer = Type.Object({
  object: ObjectName('page'),
  id: Id,
  urls: Type.Object({ location: Address }),
})

/** The result of the changes: one entry for each affected page. */
const result = {
  changes: Type.Array(
    Type.Union([
      Type.Object({
        operation: Values(['created_page']),
        ref: Type.Optional(Ref),
        page: PagePointer,
      }),
      /** `merged`: others changed the text since `basedOn`, and it has their changes as well. */
      Type.Object({
        operation: Values(['updated_page']),
        page: PagePointer,
        merged: Type.Optional(Type.Boolean()),
      }),
      Type.Object({ operation: Values(['deleted_page']), page: Id }),
    ]),
  ),
  insertedFiles: Type.Optional(Type.Array(Type.Object({ ref: Type.Optional(Ref), file: File }))),
}

export const ContentChangesResult = Type.Object(
  { changeRequest: ChangeRequest, ...result },
  { title: 'ContentChangesResult' },
)
export type ContentChangesResult = Static<typeof ContentChangesResult>

/** The result of changes written directly to a space. */
export const SpaceContentChangesResult = Type.Object(
  { revision: Id, ...result },
  { title: 'SpaceContentChangesResult' },
)
export type SpaceContentChangesResult = Static<typeof SpaceContentChangesResult>
