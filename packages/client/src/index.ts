export type { CallOptions, RequestOptions } from './call-options.ts'
export {
  type Answer,
  type Client,
  type ClientInput,
  type ClientOptions,
  createClient,
  type Method,
  type NotModified,
} from './client.ts'
export { ApiFailure, ConnectionFailure } from './failure.ts'
export { each, type ItemOf, pages } from './paging.ts'
export type { StreamEvent, StreamOptions } from './stream.ts'
