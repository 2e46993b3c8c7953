import type { ScaleServer } from './server.ts'
import type { PlacedPage } from './spaces.ts'

/** Calls operations as a client does: complete requests, except for the network. */
export function scaleApi({ app, secret }: ScaleServer) {
  const headers = { authorization: `Bearer ${secret}` }
  const request = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<unknown> => {
    const answer = await app.inject({
      method,
      url: `/v1/spaces/${url}`,
      headers,
      ...(payload && { payload }),
    })
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answers ${answer.body}`)
    return answer.json()
  }
  return {
    async createChangeRequest(spaceId: string): Promise<string> {
      const created = await request('POST', `${spaceId}/change-requests`, { subject: 'A change' })
      return (created as { readonly id: string }).id
    },
    'get a page by id': (spaceId: string, { id }: PlacedPage) =>
      request('GET', `${spaceId}/content/page/${id}?format=markdown`),
    'get a page by path': (spaceId: string, { path }: PlacedPage) =>
      request('GET', `${spaceId}/content/path/${encodeURIComponent(path)}?format=markdown`),
    edit: (spaceId: string, changeRequestId: string, page: string, markdown: string) =>
      request('POST', `${spaceId}/change-requests/${changeRequestId}/content`, {
        changes: [{ operation: 'update_page', page, document: { markdown } }],
      }),
    diff: (spaceId: string, changeRequestId: string) =>
      request('GET', `${spaceId}/change-requests/${changeRequestId}/changes`),
    update: (spaceId: string, changeRequestId: string) =>
      request('POST', `${spaceId}/change-requests/${changeRequestId}/update`),
    merge: (spaceId: string, changeRequestId: string) =>
      request('POST', `${spaceId}/change-requests/${changeRequestId}/merge`),
  }
}

export type ScaleApi = ReturnType<typeof scaleApi>
