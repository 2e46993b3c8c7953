import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenDiscussed, threeBlocks } from '../discussing.ts'
import { startServer } from '../harness.ts'
import { refusalOf } from '../recorded.ts'
import { givenChangeRequest, page } from '../writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('spec 300: a comment on a block needs no page; the page that has the block is found', async () => {
  const { write, commenter, keys, say, pageId } = await givenDiscussed(server)
  await write(page('Other', { document: { markdown: 'Something else.\n' } }))
  const [, second = ''] = await keys()
  const { target } = await say(commenter, 'Here', { node: second })
  assert.deepEqual([target.node?.id, target.page?.id, target.page?.title], [second, pageId, 'Guide'])
  assert.equal(target.node?.preview, 'Second block.')
  const refusal = await refusalOf(say(commenter, 'Where?', { node: 'nowhere' }))
  assert.deepEqual([refusal.status, refusal.message.includes('`page`')], [400, true])
})

test('spec 318: the same in a change request, where the page may be new', async () => {
  const { commenter, admin, spaceId, keys } = await givenDiscussed(server)
  const [first = ''] = await keys()
  const { params, write } = await givenChangeRequest(server, spaceId, admin)
  await write(page('New', { document: { markdown: 'A new block.\n' } }))
  const { pages } = await server.as(admin).listPagesInChangeRequest({ params })
  const added = pages.find(({ title }) => title === 'New')
  const query = { format: 'document' as const, evaluated: false, metadata: true, computed: true }
  const inPage = { ...params, pageId: added?.id ?? '' }
  const shown = await server.as(admin).getPageInChangeRequestById({ params: inPage, query })
  const node = ('document' in shown ? shown.document?.nodes[0]?.key : undefined) ?? ''
  const post = (key: string) =>
    server
      .as(commenter)
      .postCommentInChangeRequest({ params, body: { body: { markdown: 'New?' }, node: key } })
  assert.equal((await post(node)).target.page?.id, added?.id)
  assert.equal((await post(first)).target.page?.title, 'Guide')
  assert.ok(threeBlocks.startsWith('First'))
})

test('spec 299, 317: authors is a repeated parameter, and authors[] is understood too', async () => {
  const { spaceId, say, admin, commenter, editor } = await givenDiscussed(server)
  for (const person of [admin, commenter, editor]) await say(person, 'Hello')
  const countOf = async (query: string) => {
    const headers = { authorization: `Bearer ${admin.secret}` }
    const url = `/v1/spaces/${spaceId}/comments?${query}`
    const answer = await server.app.inject({ method: 'GET', url, headers })
    return answer.statusCode === 200 ? answer.json().count : answer.statusCode
  }
  assert.equal(await countOf(`authors=${admin.id}`), 1)
  assert.equal(await countOf(`authors=${admin.id}&authors=${editor.id}`), 2)
  assert.equal(await countOf(`authors[]=${admin.id}`), 1)
  assert.equal(await countOf(`authors%5B%5D=${admin.id}&authors%5B%5D=${commenter.id}`), 2)
  assert.equal(await countOf(`authors=${editor.id}&authors[]=${commenter.id}`), 2)
  assert.equal(await countOf('authors[]=%20'), 400)
})
