import type { Client } from '@stemma/client'
import type { Organization, Server } from '../../packages/server/src/test/harness.ts'
import type { Reviewed } from './review-stage.ts'

/** The blocks of the page with changes, by a word in them, and what comments on them need. */
export interface Discussed {
  readonly params: { readonly spaceId: string; readonly changeRequestId: string }
  readonly pageId: string
  /** The key of the block that contains a word. */
  readonly keyOf: (word: string) => string
}

export async function readDiscussed(api: Client, { spaceId, tokens }: Reviewed): Promise<Discussed> {
  const params = { spaceId, changeRequestId: tokens.id }
  const { pages } = await api.listPagesInChangeRequest({ params })
  const pageId = pages.find(({ title }) => title === 'Tokens')?.id ?? ''
  const page = await api.getPageInChangeRequestById({
    params: { ...params, pageId },
    query: { format: 'document' },
  })
  const nodes = page.type === 'document' ? (page.document?.nodes ?? []) : []
  const keyOf = (word: string) => nodes.find((node) => JSON.stringify(node).includes(word))?.key ?? ''
  return { params, pageId, keyOf }
}

/** One of the comments, and the page that it is on. */
export interface Talk {
  readonly commentId: string
  readonly pageId: string
}

/** A talk about a change request: on blocks, on a page, on all of it, resolved, and on text that is gone. */
export async function fillComments(
  server: Server,
  { admin }: Organization,
  reviewed: Reviewed,
): Promise<Talk> {
  const [ada, ben] = [server.as(admin), server.as(reviewed.author)]
  const { params, pageId: page, keyOf } = await readDiscussed(ada, reviewed)
  const say = (api: Client, markdown: string, target: object = {}) =>
    api.postCommentInChangeRequest({ params, body: { ...target, body: { markdown } } })
  const asked = await say(ada, 'Since which version? Readers of **3.1** still have tokens for a day.', {
    page,
    node: keyOf('one hour'),
  })
  const thread = { ...params, commentId: asked.id }
  const answer = 'Since `3.2`. I’ll add the version here and in the upgrade guide.'
  await ben.postCommentReplyInChangeRequest({ params: thread, body: { body: { markdown: answer } } })
  await ben.updateCommentInChangeRequest({ params: thread, body: { addedReactions: ['👍'] } })
  const done = await say(ben, 'Is this table complete?', { page, node: keyOf('Personal') })
  await ada.updateCommentInChangeRequest({
    params: { ...params, commentId: done.id },
    body: { resolved: true },
  })
  await say(ada, `${'This page grows long. '.repeat(8)}\n\n- Split it?\n- Or add headings?`, { page })
  await say(ben, 'Please look at the whole, too: the order of pages changed.')
  return { commentId: asked.id, pageId: page }
}
