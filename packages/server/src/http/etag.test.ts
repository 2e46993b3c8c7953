import assert from 'node:assert/strict'
import { test } from 'node:test'
import { etagOf, matches } from './etag.ts'

const etag = etagOf('{"a":1}')
const strong = { weak: false }
const weak = { weak: true }

test('an entity tag is quoted, and differs exactly where the bytes do', () => {
  assert.match(etag, /^"[\w-]{27}"$/)
  assert.equal(etagOf('{"a":1}'), etag)
  assert.notEqual(etagOf('{"a":2}'), etag)
})

test('a tag, a list that has it and a star match', () => {
  for (const header of [etag, ` ${etag} `, `"other", ${etag}`, `"other",${etag},"more"`, '*', ' * ']) {
    assert.ok(matches(header, etag, strong), header)
    assert.ok(matches(header, etag, weak), header)
  }
})

test('other tags, tags without quotes and stars in a list do not match', () => {
  for (const header of [
    '',
    '"other"',
    etag.slice(1, -1),
    `${etag}x`,
    '"*"',
    '*, "other"',
    etag.toUpperCase(),
  ]) {
    assert.ok(!matches(header, etag, strong), header)
    assert.ok(!matches(header, etag, weak), header)
  }
})

test('a weak tag matches only where weakness is allowed', () => {
  for (const header of [`W/${etag}`, `"other", W/${etag}`]) {
    assert.ok(matches(header, etag, weak), header)
    assert.ok(!matches(header, etag, strong), header)
  }
  assert.ok(!matches(`w/${etag}`, etag, weak))
})
