import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Scope, scopes } from '@stemma/contract'
import { connectAssistant, type Testing } from '../../../test/assistant.ts'
import { givenToken, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })

function connected(t: Testing, secret: string, at = address) {
  return connectAssistant(t, new URL(`${at}/mcp`), secret)
}

/** A token of a person that is limited to scopes. */
async function limitedTo(t: Testing, { id }: Person, only: readonly Scope[]) {
  const { secret } = await givenToken(server, id, { scopes: only })
  return connected(t, secret)
}

async function givenGuide() {
  const space = await givenWrittenSpace(server, page('Guide', { slug: 'guide' }))
  await indexNow(server, space.organization.id, space.spaceId)
  const { pages } = await server.as(space.admin).listPages({ params: { spaceId: space.spaceId } })
  return { ...space, pageId: pages[0]?.id ?? '' }
}

const idIn = (text: string, kind: string) => text.match(new RegExp(`${kind} ([\\w-]+)`))?.[1] ?? ''

test('an assistant finds a page, reads it and proposes a change, which people review', async (t) => {
  const { editor, spaceId, pageId } = await givenGuide()
  const { call } = await connected(t, editor.secret)
  assert.match((await call('list_spaces', {})).text, new RegExp(`space ${spaceId}`))
  for (const where of [{}, { space: spaceId }]) {
    assert.match((await call('search', { query: 'guide', ...where })).text, new RegExp(`page ${pageId}`))
  }
  assert.match((await call('list_pages', { space: spaceId })).text, /Guide \(document .*, path guide\)/)
  const { text } = await call('read_page', { space: spaceId, path: 'guide' })
  assert.match(text, /Text of Guide\.\n$/)
  const revision = idIn(text, 'revision')
  const proposal = { space: spaceId, page: pageId, markdown: 'Better text.\n', revision, subject: 'Better' }
  const proposed = await call('propose_change', proposal)
  assert.deepEqual([proposed.isError, /Proposed in change request #1/.test(proposed.text)], [false, true])
  assert.match((await call('list_change_requests', { space: spaceId })).text, /#1 Better .*open/)
  const changeRequest = idIn(proposed.text, '\\(change request')
  const again = await call('propose_change', {
    ...proposal,
    changeRequest,
    markdown: 'Best text.\n',
    revision: idIn(proposed.text, 'revision'),
  })
  assert.equal(idIn(again.text, '\\(change request'), changeRequest)
  assert.match(
    (await call('read_page', { space: spaceId, page: pageId, changeRequest })).text,
    /Best text\.\n$/,
  )
  assert.match((await call('read_page', { space: spaceId, page: pageId })).text, /Text of Guide\.\n$/)
})

test('a proposal keeps what others changed since the page was read', async (t) => {
  const { editor, spaceId, pageId, write } = await givenGuide()
  const { call } = await connected(t, editor.secret)
  await write({ operation: 'update_page', page: pageId, document: { markdown: 'One.\n\nTwo.\n\nThree.\n' } })
  const revision = idIn((await call('read_page', { space: spaceId, page: pageId })).text, 'revision')
  await write({ operation: 'update_page', page: pageId, document: { markdown: 'One.\n\nTwo.\n\n3.\n' } })
  const proposal = { space: spaceId, page: pageId, markdown: '1.\n\nTwo.\n\nThree.\n', revision }
  const { text } = await call('propose_change', proposal)
  const changeRequest = idIn(text, '\\(change request')
  const read = await call('read_page', { space: spaceId, page: pageId, changeRequest })
  assert.match(read.text, /1\.\n\nTwo\.\n\n3\.\n$/)
  const refused = await call('propose_change', { ...proposal, markdown: 'One.\n\nTwo.\n\nIII.\n' })
  assert.equal(refused.isError, true)
  const { items } = await server
    .as(editor)
    .listChangeRequestsForSpace({ params: { spaceId }, query: { status: 'archived' } })
  assert.equal(items.length, 1, 'a failed proposal leaves nothing to review')
})

test('an assistant is told what to send', async (t) => {
  const { editor, spaceId } = await givenGuide()
  const { call } = await connected(t, editor.secret)
  for (const [args, said] of [
    [{ space: spaceId }, /Name the page by its ID or its path/],
    [{ space: spaceId, path: 'nowhere' }, /no such page/],
    [{ space: spaceId, path: '../../user' }, /cannot be "\.\."/],
    [{ space: 'a/b', path: 'guide' }, /space/],
  ] as const) {
    const { text, isError } = await call('read_page', args)
    assert.equal(isError, true)
    assert.match(text, said)
  }
})

test('an assistant adds a page below another', async (t) => {
  const { editor, spaceId, pageId } = await givenGuide()
  const { call } = await connected(t, editor.secret)
  const added = await call('propose_change', {
    space: spaceId,
    title: 'New',
    into: pageId,
    markdown: 'New.\n',
  })
  const changeRequest = idIn(added.text, '\\(change request')
  assert.match(
    (await call('list_pages', { space: spaceId, changeRequest })).text,
    /\n {2}- New .*path guide\/new/,
  )
})

test('an assistant reads conflicts, comments and replies', async (t) => {
  const { editor, reviewer, spaceId, pageId, write } = await givenGuide()
  const { params, id: changeRequest, write: draft } = await givenChangeRequest(server, spaceId, editor)
  const { call } = await connected(t, editor.secret)
  const target = { space: spaceId, changeRequest }
  assert.equal((await call('read_conflicts', target)).text, 'There are no conflicts.')
  await draft({ operation: 'update_page', page: pageId, document: { markdown: 'Ours.\n' } })
  await write({ operation: 'update_page', page: pageId, document: { markdown: 'Theirs.\n' } })
  assert.match((await call('read_conflicts', target)).text, /"ours": "Ours\./)
  for (const [where, discussed] of [
    [target, true],
    [{ space: spaceId }, false],
  ] as const) {
    assert.equal((await call('read_comments', where)).text, 'There are no open comments.')
    const body = { body: { markdown: 'Why?' }, page: pageId }
    const api = server.as(reviewer)
    const { id: comment } = discussed
      ? await api.postCommentInChangeRequest({ params, body })
      : await api.postCommentInSpace({ params, body })
    assert.equal((await call('reply', { ...where, comment, markdown: 'Because.' })).isError, false)
    const { text } = await call('read_comments', where)
    assert.match(text, /comment .*, on page .* "Guide"\):\n {2}Why\?\n {2}- .*:\n {4}Because\.$/)
  }
})

/** How each tool is called, and the scope without which it is refused. */
async function everyTool() {
  const guide = await givenGuide()
  const { admin, organization, spaceId, pageId } = guide
  const { params, id: changeRequest } = await givenChangeRequest(server, spaceId, admin)
  const body = { body: { markdown: 'Why?' } }
  const { id: comment } = await server.as(admin).postCommentInChangeRequest({ params, body })
  const target = { space: spaceId, changeRequest }
  const calls: readonly (readonly [string, Record<string, unknown>, Scope])[] = [
    ['list_spaces', { organization: organization.id }, 'space:read'],
    ['list_spaces', {}, 'organization:read'],
    ['search', { query: 'guide', organization: organization.id }, 'organization:search'],
    ['search', { query: 'guide', space: spaceId }, 'space:read'],
    ['list_pages', { space: spaceId }, 'space:read'],
    ['list_pages', target, 'space:read'],
    ['read_page', { space: spaceId, page: pageId }, 'space:read'],
    ['read_page', { ...target, page: pageId }, 'space:read'],
    ['list_change_requests', { space: spaceId }, 'space:read'],
    ['read_conflicts', target, 'space:read'],
    ['read_comments', target, 'space:read'],
    ['reply', { ...target, comment, markdown: 'So.' }, 'space:write'],
    ['propose_change', { ...target, page: pageId, markdown: 'New.\n' }, 'space:write'],
    ['propose_change', { space: spaceId, page: pageId, markdown: 'New.\n' }, 'space:write'],
    ['merge_change_request', target, 'change-request:merge'],
  ]
  return { ...guide, params, calls }
}

test('every tool is refused without its scope, with a sentence, and works with all scopes', async (t) => {
  const { admin, calls } = await everyTool()
  const all = await limitedTo(t, admin, scopes)
  const { tools } = await all.client.listTools()
  const tried = [...new Set(calls.map(([name]) => name))]
  assert.deepEqual(tools.map(({ name }) => name).sort(), tried.sort())
  for (const [name, args, scope] of calls) {
    if (name === 'merge_change_request') continue
    const others = await limitedTo(
      t,
      admin,
      scopes.filter((one) => one !== scope),
    )
    const { text, isError } = await others.call(name, args)
    assert.deepEqual(
      [isError, text],
      [true, `This token lacks the scope ${scope}. Create a token that has it.`],
    )
  }
  for (const [name, args] of calls) {
    const { text, isError } = await all.call(name, args)
    assert.equal(isError, false, `${name}: ${text}`)
  }
})

test('an assistant merges only if its token names the scope', async (t) => {
  const { admin, params, calls } = await everyTool()
  const [, target = {}] = calls.find(([name]) => name === 'merge_change_request') ?? []
  const limited = await limitedTo(
    t,
    admin,
    scopes.filter((one) => one !== 'change-request:merge'),
  )
  for (const { client, call } of [limited, await connected(t, admin.secret)]) {
    const { tools } = await client.listTools()
    assert.equal(
      tools.some(({ name }) => name === 'merge_change_request'),
      false,
    )
    const tried = await call('merge_change_request', target).catch(() => ({ isError: true }))
    assert.equal(tried.isError, true)
  }
  const { status } = await server.as(admin).getChangeRequestById({ params })
  assert.notEqual(status, 'merged')
  const named = await limitedTo(t, admin, ['change-request:merge'])
  assert.match((await named.call('merge_change_request', target)).text, /^Merged\./)
})

test('an assistant may do what the owner of its token may do', async (t) => {
  const { reader, commenter, spaceId, pageId } = await givenGuide()
  const { organization } = await givenGuide()
  const proposal = { space: spaceId, page: pageId, markdown: 'New.\n' }
  const [reading, foreign] = [
    await connected(t, reader.secret),
    await connected(t, organization.admin.secret),
  ]
  assert.equal((await reading.call('read_page', { space: spaceId, page: pageId })).isError, false)
  const comments = await connected(t, commenter.secret)
  assert.match((await comments.call('propose_change', proposal)).text, /requires space\.edit/)
  for (const [name, args] of [
    ['read_page', proposal],
    ['propose_change', proposal],
    ['list_pages', proposal],
  ] as const) {
    const { text, isError } = await foreign.call(name, args)
    assert.deepEqual([isError, /doesn't exist, or you don't have access/.test(text)], [true, true], name)
  }
})

const post = (headers: Record<string, string>, payload: string) =>
  server.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    payload,
  })

test('without a valid token, nothing of the body is read', async () => {
  const { editor } = await givenGuide()
  for (const headers of [
    {},
    { authorization: 'Bearer stm_wrong' },
    { cookie: `stemma_session=${editor.secret}` },
  ]) {
    const { statusCode, headers: sent } = await post(headers, 'x'.repeat(20_000_000))
    assert.deepEqual([statusCode, sent['www-authenticate']], [401, 'Bearer'])
  }
  const { statusCode } = await post({ authorization: `Bearer ${editor.secret}` }, 'x'.repeat(20_000_000))
  assert.equal(statusCode, 413)
})

test('what is no message of the protocol is refused', async () => {
  const { editor } = await givenGuide()
  for (const payload of ['{', '[]', '{"jsonrpc":"1.0"}', 'null', '"x"']) {
    const { statusCode } = await post({ authorization: `Bearer ${editor.secret}` }, payload)
    assert.ok(statusCode >= 400 && statusCode < 500, `${payload}: ${statusCode}`)
  }
})

test('what tools do counts as requests of the token', async (t) => {
  const strict = await startServer({ rateLimitPerMinute: 12 })
  const at = await strict.app.listen({ host: '127.0.0.1', port: 0 })
  const { secret } = await givenUser(strict)
  const { call } = await connected(t, secret, at)
  const answers = await Promise.all(Array.from({ length: 4 }, () => call('list_spaces', {})))
  assert.ok(answers.every(({ isError }) => !isError))
  const refused = await Promise.allSettled(Array.from({ length: 8 }, () => call('list_spaces', {})))
  const texts = refused.map((one) => (one.status === 'rejected' ? String(one.reason) : one.value.text))
  assert.ok(
    texts.some((text) => /More than 12 requests in a minute\. Wait \d+ seconds\./.test(text)),
    texts[0],
  )
})

test('people who open the URL are told what it is for', async () => {
  const { statusCode, headers, body } = await server.app.inject({ url: '/mcp' })
  assert.deepEqual([statusCode, headers.allow], [405, 'POST'])
  assert.match(body, /personal access token/)
})
