import type { Client } from '@stemma/client'
import { changeRequestIdIn } from './change-request.ts'
import type { Call } from './command.ts'
import { signedIn } from './session.ts'
import { spaceOf } from './space.ts'

interface Named {
  readonly space?: string | undefined
  readonly cr?: string | undefined
}

/** The comment operations of a space, or of one of its change requests. */
export async function discussionOf(call: Call, { space, cr }: Named) {
  const client = await signedIn(call)
  const { id: spaceId } = await spaceOf(client, call, space)
  return cr === undefined
    ? { client, spaceId, ...ofSpace(client, spaceId) }
    : { client, spaceId, ...ofChangeRequest(client, { spaceId, changeRequestId: changeRequestIdIn(cr) }) }
}

type Query = NonNullable<Parameters<Client['listCommentsInSpace']>[0]['query']>
type Posted = Parameters<Client['postCommentInSpace']>[0]['body']
type Updated = Parameters<Client['updateCommentInSpace']>[0]['body']

function ofSpace(client: Client, spaceId: string) {
  const params = { spaceId }
  return {
    list: (query: Query) => client.listCommentsInSpace({ params, query }),
    post: (body: Posted) => client.postCommentInSpace({ params, body }),
    update: (commentId: string, body: Updated) =>
      client.updateCommentInSpace({ params: { ...params, commentId }, body }),
  }
}

function ofChangeRequest(
  client: Client,
  params: { readonly spaceId: string; readonly changeRequestId: string },
) {
  return {
    list: (query: Query) => client.listCommentsInChangeRequest({ params, query }),
    post: (body: Posted) => client.postCommentInChangeRequest({ params, body }),
    update: (commentId: string, body: Updated) =>
      client.updateCommentInChangeRequest({ params: { ...params, commentId }, body }),
  }
}
