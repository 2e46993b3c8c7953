import type { CommentReply, Comment as Shown } from '@stemma/contract'
import type { Person, Server } from './harness.ts'
import { givenWrittenSpace, page } from './writing.ts'

export const threeBlocks = 'First *block*.\n\nSecond block.\n\n* one\n* two\n'

/** A space with one page of three blocks, and helpers for comments on it. */
export async function givenDiscussed(server: Server) {
  const space = await givenWrittenSpace(server, page('Guide', { document: { markdown: threeBlocks } }))
  const { spaceId, admin } = space
  const params = { spaceId }
  const { pages } = await server.as(admin).listPages({ params })
  const pageId = pages[0]?.id ?? ''
  return {
    ...space,
    params,
    pageId,
    keys: () => keysOf(server, admin, spaceId, pageId),
    say: (person: Person, markdown: string, target: Target = {}): Promise<Shown> =>
      server.as(person, patient).postCommentInSpace({ params, body: { body: { markdown }, ...target } }),
    answer: (person: Person, commentId: string, markdown: string): Promise<CommentReply> =>
      server.as(person, patient).postCommentReplyInSpace({
        params: { spaceId, commentId },
        body: { body: { markdown } },
      }),
    get: (commentId: string): Promise<Shown> =>
      server.as(admin).getCommentInSpace({ params: { spaceId, commentId } }),
    open: async () => (await server.as(admin).getSpaceById({ params })).comments,
  }
}

export interface Target {
  readonly page?: string
  readonly node?: string
}

/** On a busy machine, many concurrent requests may get no connection in time, and must retry. */
export const patient = { retries: 20 }

/** The keys of a page's top-level blocks. */
export async function keysOf(server: Server, person: Person, spaceId: string, pageId: string) {
  const query = { format: 'document' as const, evaluated: false, metadata: true, computed: true }
  const shown = await server.as(person).getPageById({ params: { spaceId, pageId }, query })
  const nodes = 'document' in shown ? (shown.document?.nodes ?? []) : []
  return nodes.map(({ key }) => key ?? '')
}
