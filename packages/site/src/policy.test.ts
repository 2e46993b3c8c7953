import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { policyOf, themeLine } from './policy.ts'

test('without embeds and fonts of their own, pages load from their origin only', () => {
  const policy = policyOf()
  const hash = createHash('sha256').update(themeLine).digest('base64')
  assert.match(policy, /^default-src 'none'; /)
  assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}'; style-src 'self';`))
  assert.ok(policy.includes("font-src 'self'; "))
  assert.ok(policy.includes("frame-src 'none'; form-action 'self'"))
  assert.ok(policy.endsWith("trusted-types stemma; require-trusted-types-for 'script'"))
})

test('the stylesheet that a page contains is the only one that is allowed in it', () => {
  const hash = createHash('sha256').update('a { b: c }').digest('base64')
  assert.ok(policyOf({ css: 'a { b: c }' }).includes(`style-src 'self' 'sha256-${hash}'; `))
})

test('embeds and fonts add their origins, and nothing that is not an origin', () => {
  const policy = policyOf({
    frames: [
      'https://video.example/embed/1',
      'https://video.example/2',
      "x; script-src 'unsafe-inline'",
      'data:x',
    ],
    fonts: ['https://fonts.example/a.woff2'],
  })
  assert.ok(policy.includes('frame-src https://video.example; '))
  assert.ok(policy.includes("font-src 'self' https://fonts.example; "))
  assert.doesNotMatch(policy, /unsafe|data:x/)
})
