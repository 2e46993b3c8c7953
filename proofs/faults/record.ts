import type { Batch, PageSet } from './batches.ts'

/** What is known outside of the server: everything that was asked, and everything that was answered. */
export interface Record {
  /** The spaces that batches go to. */
  readonly spaces: string[]
  /** Every batch that was ever sent, by its id. */
  readonly sent: Map<string, Batch>
  readonly acknowledged: Map<string, Acknowledged>
  /** Why a batch was refused, which must then have left nothing. */
  readonly refused: Map<string, string>
  /** By their subjects. */
  readonly changeRequests: Map<string, AcknowledgedChangeRequest>
  /** Answers that no client expects. */
  readonly strange: string[]
  /** How often a request was sent again. */
  repeats: number
  last: number
}

export interface Acknowledged {
  readonly batch: Batch
  readonly revisionId: string
  /** The pages and files that it says it inserted. */
  readonly made: Omit<PageSet, 'id'>
  /** The request that was answered, which need not be the one that had the effect. */
  readonly requestId: string
}

export interface AcknowledgedChangeRequest {
  readonly subject: string
  readonly spaceId: string
  readonly id: string
  readonly number: number
  readonly requestId: string
}

export function emptyRecord(): Record {
  return {
    spaces: [],
    sent: new Map(),
    acknowledged: new Map(),
    refused: new Map(),
    changeRequests: new Map(),
    strange: [],
    repeats: 0,
    last: 0,
  }
}

/** Batches and change requests are numbered together. */
export function nextNumber(record: Record): number {
  record.last += 1
  return record.last
}
