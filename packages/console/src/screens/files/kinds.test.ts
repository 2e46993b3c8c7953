import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindOf, markdownOf, typeOf } from './kinds.ts'

test('a type is said in the word that people know', () => {
  const said = (contentType: string, name = 'a') => typeOf({ contentType, name })
  assert.equal(said('image/png'), 'PNG')
  assert.equal(said('image/svg+xml'), 'SVG')
  assert.equal(said('application/pdf'), 'PDF')
  assert.equal(said('text/plain', 'notes.txt'), 'Text')
  assert.equal(said('application/octet-stream', 'firmware.bin'), 'BIN')
  assert.equal(said('application/octet-stream', 'README'), 'File')
})

test('files are pictures, media, documents or others', () => {
  const kind = (contentType: string) => kindOf({ contentType })
  assert.equal(kind('image/webp'), 'pictures')
  assert.equal(kind('video/mp4'), 'media')
  assert.equal(kind('application/vnd.openxmlformats-officedocument.wordprocessingml.document'), 'documents')
  assert.equal(kind('application/zip'), 'others')
})

test('a picture is shown in a page, and anything that browsers don’t show is offered as a download', () => {
  assert.equal(markdownOf({ id: 'a', contentType: 'image/png' }), '![](/files/a)')
  assert.equal(markdownOf({ id: 'a', contentType: 'image/tiff' }), '{% file src="/files/a" %}')
  assert.equal(markdownOf({ id: 'a', contentType: 'application/pdf' }), '{% file src="/files/a" %}')
})
