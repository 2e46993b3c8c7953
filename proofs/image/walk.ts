import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@stemma/client'
import type { Trial } from '../../tools/packages/checks.ts'

/** Does what people first do with a server; each check needs a different part of the image. */
export async function walkThrough(endpoint: string, token: string, check: Trial) {
  const client = createClient({ endpoint, token })
  const { items } = await client.listOrganizationsForAuthenticatedUser({})
  const organizationId = items[0]?.id ?? ''
  const space = await client.createSpace({ params: { organizationId }, body: { title: 'Guide' } })
  const params = { spaceId: space.id }
  await check('a change request is written and merged', () => mergeChange(client, params))
  await check('the worker makes a PDF', async () => {
    const { url } = await client.getSpacePDF({ params })
    const answer = await fetch(url)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /^%PDF-/)
  })
  await check('a thread of the worker reads an OpenAPI description', () => readSpec(client, organizationId))
  await check('a thread of the worker reads a page in HTML', () =>
    importPage(client, organizationId, space.id),
  )
}

async function mergeChange(client: Client, params: { readonly spaceId: string }) {
  const { id: changeRequestId } = await client.createChangeRequest({ params, body: { subject: 'Say hello' } })
  const one = { ...params, changeRequestId }
  const document = { markdown: '# Hello\n\nWritten in a container.\n' }
  await client.updateChangeRequestContent({
    params: one,
    body: { changes: [{ operation: 'insert_page', document }] },
  })
  const { result } = await client.mergeChangeRequest({ params: one })
  assert.equal(result, 'merge')
  const page = await client.getPageByPath({
    params: { ...params, pagePath: 'hello' },
    query: { format: 'markdown' },
  })
  assert.equal('markdown' in page && page.markdown, document.markdown)
}

async function readSpec(client: Client, organizationId: string) {
  const params = { organizationId, specSlug: 'it' }
  const text = '{"openapi": "3.1.0", "info": {"title": "It", "version": "1"}, "paths": {}}'
  await client.createOrUpdateOpenAPISpecBySlug({ params, body: { source: { text } } })
  const spec = await until(
    () => client.getOpenAPISpecBySlug({ params }),
    ({ processingState }) => processingState === 'complete',
  )
  assert.equal(spec.lastProcessErrorCode, undefined)
}

async function importPage(client: Client, organizationId: string, space: string) {
  const bytes = Buffer.from('<main><h1>Imported</h1><p>From <b>HTML</b>.</p></main>')
  const file = { name: 'page.html', type: 'text/html', size: bytes.length }
  const params = { organizationId }
  const { url, key } = await client.generateStorageUploadURL({ params, body: { file, kind: 'import_file' } })
  assert.ok((await fetch(url, { method: 'PUT', body: bytes })).ok)
  const body = { source: { type: 'file' as const, files: [key] }, target: { space } }
  const { id: importRunId } = await client.startImportRun({ params, body })
  const run = await until(
    () => client.getImportRun({ params: { organizationId, importRunId } }),
    ({ status }) => status !== 'pending' && status !== 'in-progress',
  )
  assert.deepEqual([run.status, run.progress.done], ['completed', 1])
}

async function until<T>(look: () => Promise<T>, isOver: (seen: T) => boolean): Promise<T> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const seen = await look()
    if (isOver(seen)) return seen
    await sleep(200)
  }
  throw new Error('The worker has not finished it after a minute.')
}
