export {
  type Answer,
  type CallOptions,
  type Client,
  type ClientInput,
  type ClientOptions,
  createClient,
  type Method,
  type NotModified,
  type RequestOptions,
} from './client.ts'
export { ApiFailure, ConnectionFailure } from './failure.ts'
export { each, type ItemOf, pages } from './paging.ts'
