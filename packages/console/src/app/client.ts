import { createClient } from '@stemma/client'
import { serverUrl } from './base.ts'
import { fetchByWorker } from './sending/fetch-by-worker.ts'

/** The session cookie says who is calling: the console holds no token. */
export const api = createClient({ endpoint: serverUrl.href, retries: 2, fetch: fetchByWorker })
