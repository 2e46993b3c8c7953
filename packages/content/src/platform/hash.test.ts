import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { sha256 as inBrowsers } from './hash.browser.ts'
import { sha256 as inNode } from './hash.ts'

test('browsers compute the hashes that Node computes, of bytes of every length around a block', () => {
  const lengths = [...Array.from({ length: 300 }, (_, length) => length), 4_095, 65_536, 1_000_001]
  for (const length of lengths) {
    const bytes = randomBytes(length)
    assert.equal(inBrowsers(bytes, 'base64url'), inNode(bytes, 'base64url'), `${length} bytes`)
    assert.equal(inBrowsers(bytes, 'hex'), inNode(bytes, 'hex'), `${length} bytes`)
  }
})

test('browsers compute the hashes that Node computes, of texts of every kind', () => {
  for (const text of [
    '',
    'abc',
    'Übergröße',
    '日本語',
    '👩‍💻',
    '\0\r\n',
    'half \uD83D of a pair',
    '\uDC00',
  ]) {
    assert.equal(inBrowsers(text, 'base64url'), inNode(text, 'base64url'), JSON.stringify(text))
  }
})
