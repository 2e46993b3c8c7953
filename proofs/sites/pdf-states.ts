import { newId } from '../../packages/server/src/common/ids.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'

/** Where readers ask for a PDF, and what they see while it is made, once it is there, or if it failed. */
export async function givenPDFs(
  server: Server,
  { url, spaceId }: { readonly url: string; readonly spaceId: string },
  pageIds: readonly string[],
): Promise<readonly { readonly name: string; readonly url: string }[]> {
  const [choice = '', failed = '', ready = '', waiting = ''] = pageIds
  const below = `${url}/~site/pdf`
  const set = (state: 'failed' | 'ready') =>
    server.db
      .updateTable('pdfs')
      .set(
        state === 'ready'
          ? { state, blob_id: newId(), hash: 'a'.repeat(43), size: 1 }
          : { state, fault: 'None.' },
      )
      .where('space_id', '=', spaceId)
      .where('state', '=', 'waiting')
      .execute()
  await ask(server, below, failed)
  await set('failed')
  await ask(server, below, ready)
  await set('ready')
  await ask(server, below, waiting)
  return [
    { name: 'the choice of a PDF', url: `${below}/${choice}` },
    { name: 'a PDF that could not be made', url: `${below}/${failed}/page` },
    { name: 'a PDF that is ready', url: `${below}/${ready}/page` },
    { name: 'a PDF that is being made', url: `${below}/${waiting}/page` },
  ]
}

async function ask({ app }: Server, url: string, page: string) {
  const { pathname } = new URL(url)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: pathname,
    headers,
    payload: `page=${page}&of=page`,
  })
  if (statusCode !== 303) throw new Error(`Asking for a PDF answered ${statusCode}: ${body}`)
}
