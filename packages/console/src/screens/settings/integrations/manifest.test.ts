import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manifestOf, readRest, readSecrets, startFor } from './manifest.ts'

test('a form becomes a manifest, with files as text and base64', async () => {
  const filled = { ...startFor(undefined), title: 'Chat', secrets: 'KEY = a=b\n', rest: '{"runtime":"v2"}' }
  const files = { script: new File(['export {}'], 'a.js'), icon: new File(['PNG'], 'a.png'), previews: [] }
  const manifest = await manifestOf('org', filled, files)
  assert.equal(manifest.script, 'export {}')
  assert.equal(manifest.icon, 'UE5H')
  assert.equal(manifest.runtime, 'v2')
  assert.deepEqual(manifest.secrets, { KEY: 'a=b' })
  assert.equal(manifest.summary, undefined)
})

test('what cannot be read is said in words', () => {
  assert.throws(() => readRest('[]'), /not a JSON object/)
  assert.throws(() => readRest('{'), /not a JSON object/)
  assert.throws(() => readSecrets('A=1\nB'), /Line 2 .* has no “=”/)
})
