import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Webhook as Verifier } from 'standardwebhooks'
import { newWebhookSecret, signedHeaders } from './signing.ts'

const body = JSON.stringify({ type: 'space.created', data: { title: 'Größe ☂' } })
const [old, fresh] = [newWebhookSecret(), newWebhookSecret()]
const message = { id: 'event', sentAt: new Date().toISOString(), body }

test('what is signed with two secrets is accepted by those who know either, and by nobody else', () => {
  const headers = signedHeaders([fresh, old], message)
  for (const secret of [fresh, old]) {
    assert.deepEqual(new Verifier(secret).verify(body, headers), JSON.parse(body))
  }
  assert.throws(() => new Verifier(newWebhookSecret()).verify(body, headers))
})

test('the sample of the docs accepts what is genuine, and refuses all else', async (t) => {
  const docs = await readFile(new URL('../../../../../../docs/webhooks.md', import.meta.url), 'utf8')
  const [, sample = ''] = /```js\n(.*?)```/s.exec(docs) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'stemma-docs-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'verify.mjs')
  await writeFile(file, sample)
  const { verify } = (await import(pathToFileURL(file).href)) as { verify: Verify }

  const headers = signedHeaders([fresh, old], message)
  for (const secret of [fresh, old]) assert.deepEqual(verify(secret, headers, body), JSON.parse(body))
  assert.throws(() => verify(newWebhookSecret(), headers, body), /not from there/)
  assert.throws(() => verify(fresh, headers, body.replace('space', 'place')), /not from there/)
  assert.throws(() => verify(fresh, { ...headers, 'webhook-id': 'other' }, body), /not from there/)
  const late = signedHeaders([fresh], { ...message, sentAt: new Date(Date.now() - 400_000).toISOString() })
  assert.throws(() => verify(fresh, late, body), /too old/)
})

type Verify = (secret: string, headers: Record<string, string>, body: string) => unknown
