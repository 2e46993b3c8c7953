import assert from 'node:assert/strict'
import { test } from 'node:test'
import { converterFor } from '../importing/converter.ts'
import { givenElsewhere } from '../test/elsewhere.ts'
import { startServer } from '../test/harness.ts'
import { givenDraft } from '../test/writing.ts'

const server = await startServer({ threads: 1 })
const address = givenElsewhere('/small', '<main><h1>Small</h1><p>Text</p></main>', 'text/html')

/** HTML that takes a thread about 0.4 ms of CPU time per paragraph. */
const htmlOf = (paragraphs: number) => '<p>a <b>b</b> <a href="/c">c</a></p>'.repeat(paragraphs)

/** Imports an HTML page over HTTP. */
function importOver(draft: Awaited<ReturnType<typeof givenDraft>>) {
  const { spaceId, changeRequestId } = draft.params
  return server.app.inject({
    method: 'POST',
    url: `/v1/spaces/${spaceId}/change-requests/${changeRequestId}/content/import`,
    headers: { authorization: `Bearer ${draft.editor.secret}` },
    payload: { url: address, source: 'html' },
  })
}

/** Keeps the maximum number of conversions in progress until it is stopped. */
function fillConversions() {
  let isOver = false
  const convert = async (owner: string) => {
    while (!isOver) await converterFor(owner).html(htmlOf(100))
  }
  // One in conversion and sixteen waiting, four per owner.
  const all = Promise.all([...'aaaabbbbccccdddde'].map(convert))
  return async () => {
    isOver = true
    await all
  }
}

test('when too many conversions wait, an import is refused with 503 and Retry-After', async () => {
  const draft = await givenDraft(server)
  const stop = fillConversions()
  const refused = await importOver(draft)
  await stop()
  assert.equal(refused.statusCode, 503, refused.body)
  assert.equal(refused.headers['retry-after'], '10')
  assert.equal(refused.json().error.reason, 'unavailable')
  const answer = await importOver(draft)
  assert.equal(answer.statusCode, 201, answer.body)
})

test('an organization with many conversions does not delay the import of another', async () => {
  const [busy, other] = [await givenDraft(server), await givenDraft(server)]
  let ended = 0
  const conversions = Array.from({ length: 5 }, async () => {
    await converterFor(busy.organization.id).html(htmlOf(2000))
    ended++
  })
  const answer = await importOver(other)
  assert.equal(answer.statusCode, 201, answer.body)
  assert.ok(ended < conversions.length, 'it did not wait for all of them')
  await Promise.all(conversions)
})
