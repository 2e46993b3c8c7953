import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Conflict, ContentChange, ContentChangesResult } from '@stemma/contract'
import { givenToken, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('two people edit one page on one revision, and both edits are in it', async () => {
  const { organization, change, edit, textNow, revision } = await givenPage()
  const first = await change.write(edit('One!', 'Two.', { basedOn: revision }))
  const answer = await change.write(edit('One.', 'Two!', { basedOn: revision }))
  assert.equal(await textNow(), 'One!\n\nTwo!\n')
  const merged = [first, answer].flatMap(({ data }) => (data as ContentChangesResult).changes)
  assert.deepEqual(
    merged.map((one) => 'merged' in one && one.merged),
    [false, true],
  )
  const events = await recorded(server, organization.id, answer)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['change_request.content_updated'],
  )
})

test('an edit of a block that changed meanwhile is rejected with the sides, and writes nothing', async () => {
  const { organization, change, edit, textNow, revision, pageId, present } = await givenPage()
  await change.write(edit('Their one.', 'Two.', { basedOn: revision }))
  const now = await present()
  const rejected = () => change.write(page('New'), edit('Our one.', 'Two!', { basedOn: revision }))
  await assertRefused(server, organization.id, rejected(), 'merge_conflict')
  const { status, details } = await refusalOf(rejected())
  const { conflicts, revision: current } = details as { conflicts: Conflict[]; revision: string }
  assert.deepEqual([status, current], [409, now])
  assert.deepEqual(
    conflicts.map(({ id: _id, ...rest }) => rest),
    [
      {
        object: 'change-request-conflict',
        kind: 'document',
        target: { type: 'page', id: pageId, title: 'A' },
        base: 'One.',
        ours: 'Our one.',
        theirs: 'Their one.',
      },
    ],
  )
  assert.deepEqual([await present(), await textNow()], [now, 'Their one.\n\nTwo.\n'])
  await change.write(edit('Agreed.', 'Two!', { basedOn: current }))
  assert.equal(await textNow(), 'Agreed.\n\nTwo!\n')
})

test('a page that was deleted meanwhile is a conflict, one that was moved is not', async () => {
  const { change, edit, textNow, revision, pageId } = await givenPage()
  const { data } = await change.write(page('B'))
  const [made] = 'changes' in data ? data.changes : []
  const into = typeof made?.page === 'object' ? made.page.id : ''
  await change.write({ operation: 'update_page', page: pageId, into })
  await change.write(edit('One.', 'Two!', { basedOn: revision }))
  assert.equal(await textNow(), 'One.\n\nTwo!\n')
  await change.write({ operation: 'delete_page', page: pageId })
  const { reason, details } = await refusalOf(change.write(edit('One!', 'Two.', { basedOn: revision })))
  const { conflicts } = details as { conflicts: Conflict[] }
  assert.deepEqual(
    [reason, conflicts.map(({ kind, target, theirs }) => [kind, target.title, theirs])],
    ['merge_conflict', [['deleted-and-edited', 'A', undefined]]],
  )
})

test('the same request with the same key gets the same answer, whatever has changed since', async () => {
  const { api, change, edit, textNow, revision } = await givenPage()
  const request = {
    params: change.params,
    query: { compat: false },
    body: { changes: [edit('One!', 'Two.', { basedOn: revision })] },
  }
  const send = () => api.request('updateChangeRequestContent', request, { idempotencyKey: 'edit-1' })
  const first = await send()
  await change.write(edit('Somebody else.', 'Two.'))
  assert.deepEqual((await send()).data, first.data)
  assert.equal(await textNow(), 'Somebody else.\n\nTwo.\n')
})

test('a conflict is not kept under its key: it is decided again on what the page is then', async () => {
  const { api, change, edit, textNow, revision } = await givenPage()
  const body = { changes: [edit('Ours.', 'Two.', { basedOn: revision })] }
  const send = () =>
    api.request('updateChangeRequestContent', { params: change.params, body }, { idempotencyKey: 'edit-2' })
  await change.write(edit('Theirs.', 'Two.'))
  assert.equal((await refusalOf(send())).reason, 'merge_conflict')
  await change.write(edit('One.', 'Two.'))
  await send()
  assert.equal(await textNow(), 'Ours.\n\nTwo.\n')
})

test('revisions of the change request and of the space before it can be named, and no others', async () => {
  const space = await givenPage()
  const { change, edit, textNow, revision, write, spaceId, editor, api, firstRevision } = space
  const other = await givenChangeRequest(server, spaceId, editor)
  await other.write(edit('Other.', 'Two.'))
  const { revision: foreign } = await api.getChangeRequestById({ params: other.params })
  const { revision: later } = await write(edit('One.', 'Later.'))
  for (const basedOn of [foreign, later, 'unknown', firstRevision]) {
    const { reason, details } = await refusalOf(change.write(page('B'), edit('1', '2', { basedOn })))
    const [{ pointer }] = details as [{ pointer: string }]
    const place = basedOn === firstRevision ? '/body/changes/1' : '/body/changes/1/basedOn'
    assert.deepEqual([reason, pointer], ['not_found', place])
  }
  await change.write(edit('One!', 'Two.'))
  await api.updateChangeRequest({ params: change.params })
  assert.equal(await textNow(), 'One!\n\nLater.\n')
  await change.write(edit('One.', 'Later!', { basedOn: later }))
  await change.write(edit('One.', 'Two.\n\nEnd.', { basedOn: revision }))
  assert.equal(await textNow(), 'One!\n\nLater!\n\nEnd.\n')
})

test('a live space takes edits on its own revisions, and none on those of a change request', async () => {
  const { change, edit, revision, write, spaceId, pageId, api } = await givenPage()
  await write(edit('One!', 'Two.', { basedOn: revision }))
  await write(edit('One.', 'Two!', { basedOn: revision }))
  const params = { spaceId, pageId }
  const shown = await api.getPageById({ params, query: { format: 'markdown' } })
  assert.equal('markdown' in shown && shown.markdown, 'One!\n\nTwo!\n')
  await change.write(edit('One?', 'Two.'))
  const { revision: draft } = await api.getChangeRequestById({ params: change.params })
  assert.equal((await refusalOf(write(edit('1', '2', { basedOn: draft })))).reason, 'not_found')
})

test('who names a revision must be allowed to read it, because a conflict shows it', async () => {
  const { change, edit, revision, editor } = await givenPage()
  const token = await givenToken(server, editor.id, { scopes: ['space:write'] })
  const api = server.as({ ...editor, ...token })
  const write = (basedOn?: string) =>
    api.updateChangeRequestContent({
      params: change.params,
      body: { changes: [edit('One!', 'Two.', basedOn === undefined ? {} : { basedOn })] },
    })
  assert.equal((await refusalOf(write(revision))).reason, 'insufficient_scope')
  await write()
})

test('thirty edits of one page at once, each of its own block: all are in it', async () => {
  const blocks = Array.from({ length: 30 }, (_, at) => `Block ${at}.`)
  const { change, textNow, revision, pageId } = await givenPage(blocks)
  await Promise.all(
    blocks.map((_, at) => {
      const own = blocks.with(at, `Block ${at} is edited.`)
      const document = { markdown: `${own.join('\n\n')}\n` }
      return change.write({ operation: 'update_page', page: pageId, document, basedOn: revision })
    }),
  )
  assert.equal(await textNow(), `${blocks.map((_, at) => `Block ${at} is edited.`).join('\n\n')}\n`)
})

/** A page with blocks in a live space, an editor's change request, and the revision that both start from. */
async function givenPage(blocks: readonly string[] = ['One.', 'Two.']) {
  const markdown = `${blocks.join('\n\n')}\n`
  const space = await givenWrittenSpace(server, page('A', { document: { markdown } }))
  const { editor, spaceId } = space
  const change = await givenChangeRequest(server, spaceId, editor)
  const api = server.as(editor, { retries: 20 })
  const { pages } = await api.listPages({ params: { spaceId } })
  const pageId = pages[0]?.id ?? ''
  const { params } = change
  return {
    ...space,
    change,
    api,
    pageId,
    revision: change.revision,
    edit: (first: string, second: string, more: { readonly basedOn?: string } = {}): ContentChange => {
      const document = { markdown: `${first}\n\n${second}\n` }
      return { operation: 'update_page', page: pageId, document, ...more }
    },
    present: async () => (await api.getChangeRequestById({ params })).revision,
    async textNow() {
      const query = { format: 'markdown' } as const
      const shown = await api.getPageInChangeRequestById({ params: { ...params, pageId }, query })
      return 'markdown' in shown ? shown.markdown : undefined
    },
  }
}
