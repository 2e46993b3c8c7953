import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenDiscussed } from '../../../test/discussing.ts'
import { givenMember, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { inOrder, recorded } from '../../../test/recorded.ts'
import { givenChangeRequest } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('who is mentioned and could read it is told of, and nobody else', async () => {
  const { organization, admin, reader, commenter, editor, params, spaceId } = await givenDiscussed(server)
  const [stranger, guest] = [await givenUser(server), await givenMember(server, organization, null)]
  const all = [admin, reader, commenter, editor, stranger, guest]
  const markdown = `${all.map(mention).join(' and ')} and ${mention(editor)}\n\n    ${mention(admin)}`
  const posted = await server
    .as(commenter)
    .request('postCommentInSpace', { params, body: { body: { markdown } } })
  const place = { actor: commenter.id, spaceId, commentId: posted.data.id }
  assert.deepEqual(
    await recorded(server, organization.id, posted),
    inOrder([
      ...[admin, editor].map(({ id }) => ({ type: 'comment.mentioned', ...place, userId: id })),
      { type: 'comment.posted', ...place },
    ]),
  )
  assert.deepEqual(posted.data.body, { markdown })
})

test('an edit tells only of those who were not mentioned before; a reply tells for itself', async () => {
  const { organization, admin, commenter, editor, spaceId } = await givenDiscussed(server)
  const draft = await givenChangeRequest(server, spaceId, editor)
  const api = server.as(commenter)
  const say = (markdown: string) => ({ body: { markdown } })
  const { id: commentId } = await api.postCommentInChangeRequest({
    params: draft.params,
    body: say(`To ${mention(admin)}`),
  })
  const params = { ...draft.params, commentId }
  const body = say(`To ${mention(admin)} and ${mention(editor)}`)
  const edited = await api.request('updateCommentInChangeRequest', { params, body })
  const place = { actor: commenter.id, spaceId, changeRequestId: draft.id, commentId }
  assert.deepEqual(await recorded(server, organization.id, edited), [
    { type: 'comment.edited', ...place },
    { type: 'comment.mentioned', ...place, userId: editor.id },
  ])
  const replied = await api.request('postCommentReplyInChangeRequest', { params, body: say(mention(admin)) })
  const reply = { ...place, commentReplyId: replied.data.id }
  assert.deepEqual(await recorded(server, organization.id, replied), [
    { type: 'comment.mentioned', ...reply, userId: admin.id },
    { type: 'comment.posted', ...reply },
  ])
})

function mention({ id }: Person): string {
  return `[somebody](/users/${id})`
}
