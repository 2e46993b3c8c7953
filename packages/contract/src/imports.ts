import { type Static, Type } from 'typebox'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, ObjectName, Timestamp, Url, Values } from './scalars.ts'

/** What content is brought from. A zip file tells by what is in it whose it is. */
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

const filesMax = 20
const UploadKey = Type.String({ minLength: 1, maxLength: 512 })

/** A website, one address that answers with a document or an archive, or files that were uploaded. */
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

/** An import that takes its time: it goes on by itself, also when a server ends in the middle of it. */
export const ImportRun = Type.Object(
  {
    object: ObjectName('import-run'),
    id: Id,
    status: Values([...importRunStatuses]),
    source: RunSource,
    /** The change request is one that was opened for it, unless one was named. */
    target: Type.Object({ ...target, changeRequest: Id }),
    createdAt: Timestamp,
    startedAt: Type.Optional(Timestamp),
    /** When it ended, in whatever way. */
    completedAt: Type.Optional(Timestamp),
    /** Pages and files: how many are known, how many were read, how many stayed behind. */
    progress: Type.Object({
      found: Type.Integer({ minimum: 0 }),
      done: Type.Integer({ minimum: 0 }),
      failed: Type.Integer({ minimum: 0 }),
    }),
    /** The revision that it made, once it is completed. */
    revision: Type.Optional(Id),
    /** Why nothing was brought. */
    error: Type.Optional(Type.String()),
    pages: Type.Optional(
      Type.Array(Type.Object({ id: Id, address: Type.String(), sourceURL: Type.Optional(Type.String()) })),
    ),
    /** What stayed behind, and why. */
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
    summary: 'List import runs, the newest first: your own, or all of them as an admin.',
    access: ['org.member'],
    scope: 'space:read',
    query: PageQuery,
    status: 200,
    returns: List(ImportRun),
  },
  startImportRun: {
    method: 'POST',
    path: runs,
    summary: 'Start to bring content into a change request of a space.',
    access: ['org.member'],
    scope: 'space:write',
    also: 'Needs edit level on the space.',
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
    summary: 'Get an import run: how far it is, what it brought, and what stayed behind.',
    access: ['org.member'],
    scope: 'space:read',
    also: 'Your own, or any as an admin.',
    status: 200,
    returns: ImportRun,
  },
  cancelImportRun: {
    method: 'POST',
    path: `${runs}/{importRunId}/cancel`,
    summary: 'Stop an import run; nothing of it is kept.',
    access: ['org.member'],
    scope: 'space:write',
    also: 'Your own, or any as an admin.',
    status: 200,
    returns: ImportRun,
    errors: ['conflict'],
  },
  generateStorageUploadURL: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/storage/upload',
    summary: 'Get an address that takes a file with PUT, for an import run to read.',
    access: ['org.member'],
    scope: 'space:write',
    body: Body({
      file: Body({
        name: Type.String({ minLength: 1, maxLength: 256 }),
        type: Type.String({ minLength: 1, maxLength: 128 }),
        size: Type.Integer({ minimum: 1, maximum: 10_000_000_000 }),
      }),
      kind: Values(['import_file']),
    }),
    status: 201,
    returns: Type.Object({ object: ObjectName('storage-signed-url'), url: Address, key: UploadKey }),
    errors: ['payload_too_large'],
  },
} satisfies Operations
