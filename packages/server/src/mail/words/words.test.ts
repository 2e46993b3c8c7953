import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { languages } from '@stemma/site'
import { drawMail } from '../layout.ts'
import { type Letter, writeLetter } from '../letters.ts'
import { mailLanguages } from './index.ts'

const letters: { readonly [Kind in Letter['kind']]: Letter & { readonly kind: Kind } } = {
  invitation: { kind: 'invitation', inviter: 'Ada <b>Lovelace</b>', organization: 'Analytical & Sons' },
  passwordReset: { kind: 'passwordReset', minutes: 30 },
  passwordChanged: { kind: 'passwordChanged' },
  emailLeaving: { kind: 'emailLeaving', email: 'ada@example.com' },
  emailArriving: { kind: 'emailArriving', email: 'ada@example.com' },
  test: { kind: 'test' },
}
const url = 'https://docs.example.com/login/reset?code=stm_x'

test('mails are written in every language that sites have', () => {
  assert.deepEqual(Object.keys(mailLanguages), Object.keys(languages))
})

test('each mail has all its words in each language, as text and as HTML, and loads nothing', () => {
  for (const language of Object.keys(mailLanguages)) {
    for (const letter of Object.values(letters)) {
      const written = writeLetter(letter, language, url)
      const { text, html } = drawMail(written)
      const where = `${letter.kind} in ${language}`
      for (const part of [...written.paragraphs, written.note]) assert.ok(text.includes(part), where)
      for (const part of [written.subject, ...written.paragraphs, written.note]) {
        assert.ok(part.trim().length > 3 && !/undefined|\[object/.test(part), where)
      }
      if (written.action) assert.ok(text.includes(url) && html.includes('href="https://docs.'), where)
      assert.ok(!/<img|<script|<link|url\(|@import|src=/.test(html), where)
      assert.ok(!html.includes('<b>Lovelace'), 'names of people are text')
      assert.ok(html.includes(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`))
    }
  }
})

test('no two languages have the same words', () => {
  for (const kind of Object.keys(letters) as Letter['kind'][]) {
    const texts = Object.keys(mailLanguages).map((one) => writeLetter(letters[kind], one, url).paragraphs[0])
    assert.equal(new Set(texts).size, texts.length, kind)
  }
})

test('names that people chose do not become headers', () => {
  const organization = 'Acme\r\nBcc: all@example.com\u202e'
  const { subject } = writeLetter({ kind: 'invitation', inviter: 'Ada', organization }, 'en', url)
  assert.equal(subject, 'Invitation to Acme Bcc: all@example.com ')
})

test('the colours are those of the theme', async () => {
  const tokens = await readFile(new URL('../../../../theme/files/tokens.css', import.meta.url), 'utf8')
  const [, light = '', dark = ''] = /--primary: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? []
  const { html } = drawMail(writeLetter(letters.passwordReset, 'en', url))
  assert.ok(html.includes(`background:${light}`) && html.includes(`background: ${dark} !important`))
})
