import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentPage } from '@stemma/contract'
import { corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import { givenElsewhere } from '../../packages/server/src/test/elsewhere.ts'
import { startServer } from '../../packages/server/src/test/harness.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../packages/server/src/test/writing.ts'

// Not in the server, because the corpus belongs to the engine.
const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('every document of the corpus is written, read back byte for byte, exported and imported', async (t) => {
  const { editor, spaceId } = await givenWrittenSpace(server)
  const change = await givenChangeRequest(server, spaceId, editor)
  const documents = corpusDocuments()
  const api = server.as(editor)
  let [written, bytes, blocks] = [0, 0, 0]
  for (let at = 0; at < documents.length; at += batchMax) {
    const batch = documents.slice(at, at + batchMax)
    const answer = await change.write(
      ...batch.map(({ name, markdown }) => page(name, { document: { markdown } })),
    )
    const { changes } = answer.data as Extract<typeof answer.data, { changes: unknown }>
    for (const [index, { name, markdown }] of batch.entries()) {
      const { page: pointer } = changes[index] ?? { page: '' }
      const pageId = typeof pointer === 'string' ? pointer : pointer.id
      const params = { ...change.params, pageId }
      const read = async (format: 'markdown' | 'document') =>
        (await api.getPageInChangeRequestById({ params, query: { format } })) as DocumentPage
      assert.ok((await read('markdown')).markdown === markdown, `${name} came back as another text`)
      blocks += (await read('document')).document?.nodes.length ?? 0
      bytes += Buffer.byteLength(markdown)
      written++
    }
  }
  assert.ok(written >= 300)
  t.diagnostic(`${written} documents, ${bytes} bytes, ${blocks} blocks, 0 differences`)

  const exported = await api.exportChangeRequestContent({ params: change.params })
  const { rawPayload } = await server.app.inject({ method: 'GET', url: new URL(exported.url).pathname })
  const url = givenElsewhere('/corpus.zip', rawPayload)
  const other = await givenWrittenSpace(server)
  const { params } = await givenChangeRequest(server, other.spaceId, other.editor)
  const reader = server.as(other.editor)
  await reader.importContentInChangeRequest({ params, body: { url, source: 'zip' } })
  assert.equal((await reader.exportChangeRequestContent({ params })).hash, exported.hash)
})

/** Fewer than a batch allows, because the largest documents would not fit into a request. */
const batchMax = 10
