export interface CallOptions {
  /** Minted for every write that is given none; the retries of one call share it. */
  readonly idempotencyKey?: string
  /** The ETag that the thing must still have. */
  readonly ifMatch?: string
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/** Only `request` takes `ifNoneMatch`, because a plain method has no way to answer "not modified". */
export interface RequestOptions extends CallOptions {
  readonly ifNoneMatch?: string
}
