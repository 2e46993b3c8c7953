import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts'
import { base32, newTOTPSecret, stepAt, stepOf, totpOf, totpURI } from './totp.ts'

test('codes are those of RFC 6238, in six digits', () => {
  const secret = base32(Buffer.from('12345678901234567890'))
  const codes = [59, 1_111_111_109, 1_111_111_111, 1_234_567_890, 2_000_000_000, 20_000_000_000]
  assert.deepEqual(
    codes.map((seconds) => totpOf(secret, Math.floor(seconds / 30))),
    ['287082', '081804', '050471', '005924', '279037', '353130'],
  )
})

test('a code counts in its step, and one step before and after', () => {
  const [secret, now] = [newTOTPSecret(), '2026-01-01T00:00:10.000Z']
  const step = stepAt(now)
  for (const away of [-1, 0, 1]) assert.equal(stepOf(totpOf(secret, step + away), secret, now), step + away)
  for (const away of [-2, 2]) assert.equal(stepOf(totpOf(secret, step + away), secret, now), undefined)
  for (const text of ['', '12345', '1234567', '12345a']) assert.equal(stepOf(text, secret, now), undefined)
})

test('the URI has what apps need, whatever is in the address', () => {
  const uri = totpURI({ secret: 'ABC', issuer: 'docs.example.com', account: 'a+b@example.com' })
  const label = 'docs.example.com:a%2Bb%40example.com'
  const query = 'secret=ABC&issuer=docs.example.com&algorithm=SHA1&digits=6&period=30'
  assert.equal(uri, `otpauth://totp/${label}?${query}`)
})

test('there are ten recovery codes, all different, with 120 bits each', () => {
  const codes = newRecoveryCodes()
  assert.equal(new Set(codes).size, 10)
  for (const code of codes) assert.match(code, /^(?:[a-z2-7]{4}-){5}[a-z2-7]{4}$/)
  const [one = ''] = codes
  assert.deepEqual(recoveryCodeHash(one), recoveryCodeHash(` ${one.toUpperCase().replaceAll('-', ' ')} `))
})
