/** A request that a worker sends. */
export interface Sent {
  readonly id: number
  readonly url: string
  readonly init: RequestInit
}

/** Nobody waits for its answer any more. */
export interface Aborted {
  readonly id: number
  readonly isAborted: true
}

/** What `fetch` answered, in parts that can be passed on. */
export interface Received {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
}
