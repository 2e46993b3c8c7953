import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contentDispositionOf, safeNameOf } from './file-name.ts'

const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom('.', ' ', 'a'), minLength: 140, maxLength: 180 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: fc.constantFrom('"', '\\', '\r', '\n', '/', '.', ';', "'", '%', '\0', '\ud800', '😀') }),
)

test('a name keeps what is harmless in it', () => {
  for (const [name, safe] of [
    ['Jahresbericht für "Müller" (2026).pdf', 'Jahresbericht für "Müller" (2026).pdf'],
    ['図 1.png', '図 1.png'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\boot.ini', 'C:_boot.ini'],
    ['a\r\nSet-Cookie: b', 'aSet-Cookie: b'],
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['a\ud800b', 'a\ufffdb'],
    ['  ', 'file'],
    ['..', 'file'],
    ['', 'file'],
  ] as const) {
    assert.equal(safeNameOf(name), safe)
  }
})

test('a long name is shortened before its extension', () => {
  const safe = safeNameOf(`${'😀'.repeat(400)}.png`)
  assert.equal([...safe].length, 150)
  assert.ok(safe.endsWith('😀.png'))
  assert.equal(safeNameOf(`a.${'b'.repeat(400)}`), `a.${'b'.repeat(148)}`)
})

test('whatever the name, it stays one part of an address that is short enough for a router', () => {
  fc.assert(
    fc.property(anyName, (name) => {
      const safe = safeNameOf(name)
      assert.equal(safeNameOf(safe), safe)
      assert.ok(encodeURIComponent(safe).length <= 2048)
      const { pathname } = new URL(`/a/${encodeURIComponent(safe)}`, 'http://host')
      assert.equal(decodeURIComponent(pathname), `/a/${safe}`)
    }),
    { numRuns: 500 },
  )
})

test('whatever the name, it stays inside of its header, and can be read from it', () => {
  const form = /^attachment; filename="[A-Za-z0-9 ._-]*"; filename\*=UTF-8''([A-Za-z0-9!~._%-]*)$/
  fc.assert(
    fc.property(anyName.map(safeNameOf), (name) => {
      const [, exact = ''] = form.exec(contentDispositionOf('attachment', name)) ?? assert.fail()
      assert.equal(decodeURIComponent(exact), name)
    }),
    { numRuns: 500 },
  )
})
