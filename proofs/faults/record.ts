import type { Batch, PageSet } from './batches.ts'

/** What is known outside of the server: every request and every response. */
export interface Record {
  /** The spaces that batches are written to. */
  readonly spaces: string[]
  /** Every batch ever sent, by ID. */
  readonly sent: Map<string, Batch>
  readonly acknowledged: Map<string, Acknowledged>
  /** Why a batch was rejected; it must have left nothing. */
  readonly refused: Map<string, string>
  /** By subject. */
  readonly changeRequests: Map<string, AcknowledgedChangeRequest>
  /** Unexpected responses. */
  readonly strange: string[]
  /** How often a request was repeated. */
  repeats: number
  last: number
}

export interface Acknowledged {
  readonly batch: Batch
  readonly revisionId: string
  /** The pages and files that the response lists as inserted. */
  readonly made: Omit<PageSet, 'id'>
  /** The request that was answered, not necessarily the one that had the effect. */
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

/** Batches and change requests share one sequence of numbers. */
export function nextNumber(record: Record): number {
  record.last += 1
  return record.last
}
