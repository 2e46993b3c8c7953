import type { Context, Files, ImportLimits } from '../context.ts'

/**
 * What is to be done later, by name, with what it needs to know. A job may run twice, so doing it
 * twice must be as good as doing it once.
 */
export interface Jobs {
  readonly prune_idempotency_keys: Record<never, never>
  readonly purge_space: { readonly spaceId: string }
  readonly purge_content: { readonly contentId: string }
  readonly process_openapi_spec: { readonly organizationId: string; readonly specId: string }
  readonly make_pdf: {
    readonly spaceId: string
    readonly key: string
    readonly revisionId: string
    readonly page: string | null
    readonly only: boolean
  }
  readonly delete_pdf: { readonly spaceId: string; readonly blobId: string }
  readonly continue_import: { readonly organizationId: string; readonly runId: string }
  readonly index_space: { readonly organizationId: string; readonly spaceId: string }
}

export type JobName = keyof Jobs

/** One function per job, in the slice that it is about; `worker.ts` brings them together. */
export type JobHandlers = {
  readonly [Name in JobName]: (payload: Jobs[Name], context: JobContext) => Promise<void>
}

/** What a job does before its transaction opens, such as fetching: no transaction waits for long. */
export type JobPreparations = {
  readonly [Name in JobName]?: (payload: Jobs[Name], context: PreparationContext) => Promise<unknown>
}

/** It has no transaction: what it writes is there at once, and must do no harm when it is written again. */
export type PreparationContext = Pick<Context, 'db' | 'outside' | 'seals'> & {
  readonly blobs: Files['blobs']
  readonly filesBytesMax: number
  readonly fontsFolder: string
  readonly imports: ImportLimits & { readonly stepSeconds: number }
}

/** A job is one transaction, as a write is. */
export type JobContext = Pick<Context, 'db' | 'now' | 'deletedSpacesKeptDays'> & {
  readonly blobs: Files['blobs']
  readonly openapiRefreshHours: number
  /** What came of its preparation, if it has one. */
  readonly prepared?: unknown
}

/** When jobs start by themselves, in crontab form. */
export const schedule = '17 * * * * prune_idempotency_keys'
