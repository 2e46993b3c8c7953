import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenDiscussed, patient } from '../../../test/discussing.ts'
import { givenMember, type Person, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('a person reacts once with each emoji, takes back what is theirs, and it is on record', async () => {
  const { organization, commenter, editor, spaceId, say } = await givenDiscussed(server)
  const { id: commentId } = await say(commenter, 'Text')
  const react = reacting({ spaceId, commentId })
  const first = await react(commenter, { addedReactions: ['1f44d', '👀', '1f44d'] })
  assert.deepEqual(summary(first.data.reactions), [
    ['1f44d', 1, [commenter.id]],
    ['👀', 1, [commenter.id]],
  ])
  const place = { spaceId, commentId }
  const [event] = await recorded(server, organization.id, first)
  assert.deepEqual(event, {
    type: 'comment.reacted',
    actor: commenter.id,
    ...place,
    added: ['1f44d', '👀'],
    removed: [],
  })
  const again = await react(commenter, { addedReactions: ['1f44d'] })
  assert.deepEqual(again.data.reactions, first.data.reactions)
  assert.deepEqual(await recorded(server, organization.id, again), [])
  const both = await react(editor, { addedReactions: ['1f44d'], removedReactions: ['👀'] })
  assert.deepEqual(summary(both.data.reactions), [
    ['1f44d', 2, [commenter.id, editor.id]],
    ['👀', 1, [commenter.id]],
  ])
  const taken = await react(commenter, { addedReactions: ['🎉'], removedReactions: ['1f44d', '👀', '🎉'] })
  assert.deepEqual(summary(taken.data.reactions), [['1f44d', 1, [editor.id]]])
  assert.equal(taken.data.editedAt, undefined)
})

test('a hundred who react at once are all counted, on the comment and on a reply', async () => {
  const { organization, admin, commenter, spaceId, say, answer, get } = await givenDiscussed(server)
  const { id: commentId } = await say(commenter, 'Text')
  const { id: commentReplyId } = await answer(commenter, commentId, 'Reply')
  const people = await Promise.all(
    Array.from({ length: 100 }, () => givenMember(server, organization, 'comment')),
  )
  const params = { spaceId, commentId }
  await Promise.all(
    people.map((person, one) =>
      server.as(person, patient).updateCommentInSpace({
        params,
        body: { addedReactions: ['1f44d', one % 2 === 0 ? '👀' : '🎉'] },
      }),
    ),
  )
  const counts = (await get(commentId)).reactions.map(({ emoji, count }) => [emoji, count])
  assert.deepEqual(
    new Map(counts as [string, number][]),
    new Map([
      ['1f44d', 100],
      ['👀', 50],
      ['🎉', 50],
    ]),
  )
  const half = people.slice(0, 50)
  const reply = { ...params, commentReplyId }
  await Promise.all([
    ...half.map((person) =>
      server.as(person, patient).updateCommentInSpace({ params, body: { removedReactions: ['1f44d'] } }),
    ),
    ...half.map((person) =>
      server
        .as(person, patient)
        .updateCommentReplyInSpace({ params: reply, body: { addedReactions: ['🎉'] } }),
    ),
  ])
  const after = (await get(commentId)).reactions.find(({ emoji }) => emoji === '1f44d')
  assert.deepEqual([after?.count, after?.users.length], [50, 50])
  const shown = await server.as(admin).getCommentReplyInSpace({ params: reply })
  assert.deepEqual(
    shown.reactions.map(({ emoji, count }) => [emoji, count]),
    [['🎉', 50]],
  )
})

test('a count tells of everybody, the list of people of the first hundred', async () => {
  const { organization, commenter, spaceId, say, get } = await givenDiscussed(server)
  const { id } = await say(commenter, 'Text')
  const people = await Promise.all(
    Array.from({ length: 103 }, () => givenMember(server, organization, 'comment')),
  )
  const created_at = new Date().toISOString()
  const place = { space_id: spaceId, comment_id: id, emoji: '👀', created_at }
  await server.db
    .insertInto('comment_reactions')
    .values(people.map((person) => ({ ...place, user_id: person.id })))
    .execute()
  const [reaction] = (await get(id)).reactions
  assert.deepEqual([reaction?.count, reaction?.users.length], [103, 100])
})

test('what is no emoji is refused, and so are more than fifty different ones', async () => {
  const { organization, commenter, editor, spaceId, say } = await givenDiscussed(server)
  const { id: commentId } = await say(commenter, 'Text')
  const react = reacting({ spaceId, commentId })
  for (const emoji of ['', ' ', 'a b', '\n', 'a'.repeat(51)]) {
    const answer = react(commenter, { addedReactions: [emoji] })
    await assertRefused(server, organization.id, answer, 'invalid_request')
  }
  const fifty = Array.from({ length: 50 }, (_, one) => `e${one}`)
  await react(commenter, { addedReactions: fifty })
  await assertRefused(server, organization.id, react(editor, { addedReactions: ['new'] }), 'conflict')
  const { data } = await react(editor, { addedReactions: ['e0'] })
  assert.equal(data.reactions.length, 50)
})

function reacting(params: { readonly spaceId: string; readonly commentId: string }) {
  return (person: Person, body: { addedReactions?: string[]; removedReactions?: string[] }) =>
    server.as(person).request('updateCommentInSpace', { params, body })
}

type Reactions = readonly { emoji: string; count: number; users: readonly { user: { id: string } }[] }[]

function summary(reactions: Reactions) {
  return reactions.map(({ emoji, count, users }) => [emoji, count, users.map(({ user }) => user.id)])
}
