export interface CallOptions {
  /** Generated for every write without one. All retries of a call use the same key. */
  readonly idempotencyKey?: string
  /** The ETag that the object must still have. */
  readonly ifMatch?: string
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** Only `request` accepts `ifNoneMatch`, because a plain method can't return "not modified". */
export interface RequestOptions extends CallOptions {
  readonly ifNoneMatch?: string
}
