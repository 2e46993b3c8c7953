import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOf, splatOf } from './place.ts'

test('every place of a space has one URL, and the URL leads back to it', () => {
  const urls = [
    '',
    'install',
    'guides/install',
    '~/changes/12',
    '~/changes/12/guides/install',
    '~/revisions/x/a',
  ]
  for (const url of urls) assert.equal(splatOf(placeOf(url)), url)
})

test('a change request and a revision are read from the URL', () => {
  assert.deepEqual(placeOf('~/changes/12/install'), {
    version: { kind: 'change', id: '12' },
    path: 'install',
  })
  assert.deepEqual(placeOf('~/revisions/abc'), { version: { kind: 'revision', id: 'abc' }, path: '' })
})
