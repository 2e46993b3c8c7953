import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, UploadKey, Url, Values } from './scalars.ts'

/** The source of an import. The files in a ZIP archive reveal which product exported it. */
export const importSources = [
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
] as const
export const ImportSource = Values([...importSources])
export type ImportSource = (typeof importSources)[number]

const filesMax = 50

/** A website, the URL of a document or an archive, or uploaded files. */
const RunSource = Type.Union([
  Body({ type: Values(['website']), url: Url }),
  Body({ type: Values(['url']), url: Url, source: ImportSource }),
  Body({
    type: Values(['file']),
    files: Type.Array(UploadKey, { minItems: 1, maxItems: filesMax }),
    source: Type.Optional(ImportSource),
  }),
])
export type ImportRunSource = Static<typeof RunSource>

const target = { space: Id, page: Type.Optional(Id) }

export const importRunStatuses = ['pending', 'in-progress', 'completed', 'failed', 'cancelled'] as const

/** An import in the background. It continues even if a server stops in the middle of it. */
export const ImportRun = Type.Object(
  {
    object: ObjectName('import-run'),
    id: Id,
    status: Values([...importRunStatuses]),
    source: RunSource,
    /** The change request named in the request, or one created for this import. */
    target: Type.Object({ ...target, changeRequest: Id }),
    createdAt: Timestamp,
    startedAt: Type.Optional(Timestamp),
    /** When the run completed, failed or was cancelled. */
    completedAt: Type.Optional(Timestamp),
    /** Numbers of pages and files: found, read and skipped. */
    progress: Type.Object({
      found: Type.Integer({ minimum: 0 }),
      done: Type.Integer({ minimum: 0 }),
      failed: Type.Integer({ minimum: 0 }),
    }),
    /** The revision that the completed import created. */
    revision: Type.Optional(Id),
    /** Why the import failed. */
    error: Type.Optional(Type.String()),
    pages: Type.Optional(
      Type.Array(Type.Object({ id: Id, address: Type.String(), sourceURL: Type.Optional(Type.String()) })),
    ),
    /** The skipped pages and files, with reasons. */
    failures: Type.Optional(Type.Array(Type.Object({ address: Type.String(), reason: Type.String() }))),
    urls: Type.Object({ location: Address }),
  },
  { title: 'ImportRun' },
)
export type ImportRun = Static<typeof ImportRun>

const runs = '/v1/org/{organizationId}/imports'

export const importOperations = {
  listImportRuns: {
    method: 'GET',
    path: runs,
    summary: 'List import runs',
    description: 'Newest first. Returns your own runs. Admins see all of them.',
    access: ['org.member'],
    scope: 'space:read',
    query: ListQuery({
      space: Type.Optional(Id),
      changeRequest: Type.Optional(Id),
      status: Type.Optional(
        Values(['active', ...importRunStatuses], { description: '`active`: pending or in progress.' }),
      ),
    }),
    status: 200,
    returns: List(ImportRun),
  },
  startImportRun: {
    method: 'POST',
    path: runs,
    summary: 'Start an import run',
    description: 'Imports content into a change request of a space, in the background.',
    access: ['org.member'],
    scope: 'space:write',
    also: 'Requires edit level on the space.',
    body: Body({
      source: RunSource,
      target: Body({ ...target, changeRequest: Type.Optional(Id) }),
    }),
    status: 201,
    returns: ImportRun,
    errors: ['change_request_closed'],
  },
  getImportRun: {
    method: 'GET',
    path: `${runs}/{importRunId}`,
    summary: 'Get an import run',
    description: 'Returns its progress, what was imported and what was skipped.',
    access: ['org.member'],
    scope: 'space:read',
    also: 'You can read your own runs. Admins can read all of them.',
    status: 200,
    returns: ImportRun,
  },
  cancelImportRun: {
    method: 'POST',
    path: `${runs}/{importRunId}/cancel`,
    summary: 'Cancel an import run',
    description: 'Nothing that the run has imported is kept.',
    access: ['org.member'],
    scope: 'space:write',
    also: 'You can cancel your own runs. Admins can cancel all of them.',
    status: 200,
    returns: ImportRun,
    errors: ['conflict'],
  },
  generateStorageUploadURL: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/storage/upload',
    summary: 'Create an upload URL',
    description:
      'Returns a signed URL. Upload a file to it with PUT. Then name its key in an import run, or in ' +
      '`insert_files` of a content change.',
    access: ['org.member'],
    scope: 'space:write',
    body: Body({
      file: Body({
        name: Type.String({ minLength: 1, maxLength: 256 }),
        type: Type.String({ minLength: 1, maxLength: 128 }),
        size: Type.Integer({ minimum: 1, maximum: 10_000_000_000 }),
      }),
      /** `content_file` has the size limit of files in spaces. */
      kind: Values(['import_file', 'content_file']),
    }),
    status: 201,
    returns: Type.Object({ object: ObjectName('storage-signed-url'), url: Address, key: UploadKey }),
    errors: ['payload_too_large'],
  },
} satisfies Operations
