import type { changeRequestContentOperations, ImportSource } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import type { Handlers } from '../../../http/route.ts'
import { assemble } from '../../../importing/assemble.ts'
import { converterFor } from '../../../importing/converter.ts'
import { type Read, readArrived } from '../../../importing/read-source.ts'
import { ImportRefusal } from '../../../importing/refusal.ts'
import { crawlNow } from '../../../importing/website/crawl-now.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import * as revisions from '../content/index.ts'
import { bring, requireSomething, resourcesIn, takeEditable } from './applying.ts'
import { fetchArrived, fetchFile } from './fetching.ts'
import { keeperIn } from './keeping.ts'

type Imports = Pick<typeof changeRequestContentOperations, 'importContentInChangeRequest'>

export const contentImportHandlers: Handlers<Imports> = {
  async importContentInChangeRequest({ params }, context) {
    const read = context.prepared as Read
    const { imported, total } = resourcesIn(read)
    const { revisionId } = await bring(context, read, await takeEditable(context, params))
    return { revision: revisionId, importedResources: imported, totalResources: total }
  },
}

interface Importing {
  readonly params: changeRequests.Key
  readonly body: { readonly url: string; readonly source: ImportSource }
}

/** Fetches and reads the content to import, before the transaction opens. */
export async function prepareContentImport({ params, body }: Importing, context: Context): Promise<Read> {
  const row = found(await changeRequests.find(context.db, params), 'change request')
  changeRequests.requireOpen(row)
  const { revision } = await revisions.openChangeRequest(context, params)
  try {
    return requireSomething(await readFrom(body, context, revision))
  } catch (error) {
    if (!(error instanceof ImportRefusal || error instanceof OutsideError)) throw error
    const { message } = error
    throw new ApiError('invalid_request', message, { details: [{ pointer: '/body/url', message }] })
  }
}

/** As long as the client can be expected to wait for the response. */
const withinMs = 20_000
/** Longer than an import within a request takes. */
const keptMs = 60 * 60 * 1000
/** Reserved for assembling pages after fetching stops. */
const wrapUpMs = 5_000

async function readFrom(
  body: Importing['body'],
  context: Context,
  { contentId, organizationId }: Pick<revisions.RevisionRow, 'contentId' | 'organizationId'>,
): Promise<Read> {
  const { outside, imports, files } = context
  const deadline = Date.now() + withinMs
  const converter = converterFor(organizationId)
  const { pagesMax, bytesMax } = imports
  const keeping = { contentId, organizationId, bytesMax: files.bytesMax, forMs: keptMs }
  const keep = keeperIn({ ...files, db: context.db }, keeping)
  const assembling = { newId, groups: true, pagesMax, keep }
  if (body.source === 'website') {
    const bounds = { pagesMax, until: deadline - wrapUpMs, fileBytesMax: files.bytesMax }
    const source = await crawlNow(body.url, { outside, converter, keep, ...bounds })
    return { assembled: await assemble(source, assembling) }
  }
  const arrived = await fetchArrived(outside, body, { bytesMax, deadline })
  return readArrived([arrived], {
    ...assembling,
    converter,
    fetchFile: (url) => fetchFile(outside, url, { bytesMax: files.bytesMax, deadline }),
  })
}
