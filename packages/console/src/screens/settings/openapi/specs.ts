import type { OpenAPISpec, OpenAPISpecVersion } from '@stemma/contract'
import { toPages, toQuery } from '../../../app/operations.ts'

export interface SpecKey {
  readonly organizationId: string
  readonly specSlug: string
}

const againMs = 1500

export function specsOf(organizationId: string) {
  return toPages('listOpenAPISpecs', { params: { organizationId }, query: { limit: 50 } })
}

/** One spec, read again until its document is processed. */
export function specOf(params: SpecKey) {
  return {
    ...toQuery('getOpenAPISpecBySlug', { params }),
    refetchInterval: ({ state: { data } }: Held) =>
      data !== undefined && data.processingState !== 'complete' ? againMs : false,
  } as const
}

interface Held {
  readonly state: { readonly data: OpenAPISpec | undefined }
}

/** Newest first. Another last version makes it another list. */
export function versionsOf(params: SpecKey, lastVersion: string | undefined) {
  const pages = toPages('listOpenAPISpecVersions', { params, query: { limit: 20 } })
  return { ...pages, queryKey: [...pages.queryKey, lastVersion ?? ''] }
}

export function changesOf(params: SpecKey, { id: versionId }: OpenAPISpecVersion) {
  return toQuery('getOpenAPISpecVersionChanges', { params: { ...params, versionId } })
}

/** Whether the document can be read, in a word. */
export function stateOf({ processingState, lastProcessErrorCode }: OpenAPISpec) {
  if (processingState !== 'complete') return { words: 'Processing', tone: 'info' } as const
  if (lastProcessErrorCode !== undefined) return { words: 'Failed', tone: 'danger' } as const
  return { words: 'Ready', tone: 'success' } as const
}

/** Why a document could not be taken, and what to do about it. */
export const failureWords = {
  FETCH_TIMEOUT: 'The server at this URL did not answer in time. Fetch it again, or upload the file.',
  FETCH_ERROR: 'The document could not be fetched. Check that its URL is on the public network.',
  PARSE_ERROR: 'The file is not an OpenAPI document that can be read. Correct it, then replace it.',
} as const satisfies Readonly<Record<NonNullable<OpenAPISpec['lastProcessErrorCode']>, string>>
