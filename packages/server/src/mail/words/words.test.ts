import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { type Notification, notificationKinds } from '@stemma/contract'
import { languages } from '@stemma/site'
import { drawMail } from '../layout.ts'
import { type PlainLetter, writeLetter } from '../letters.ts'
import { writeNotices } from '../notices.ts'
import { mailLanguages } from './index.ts'

const letters: { readonly [Kind in PlainLetter['kind']]: PlainLetter & { readonly kind: Kind } } = {
  invitation: { kind: 'invitation', inviter: 'Ada <b>Lovelace</b>', organization: 'Analytical & Sons' },
  passwordReset: { kind: 'passwordReset', minutes: 30 },
  passwordChanged: { kind: 'passwordChanged' },
  factorAdded: { kind: 'factorAdded', label: 'Phone <b>of Ada</b>' },
  factorRemoved: { kind: 'factorRemoved', label: 'Phone' },
  passkeyRefused: { kind: 'passkeyRefused', label: 'Laptop' },
  recoveryCodeUsed: { kind: 'recoveryCodeUsed', left: 9 },
  emailLeaving: { kind: 'emailLeaving', email: 'ada@example.com' },
  emailArriving: { kind: 'emailArriving', email: 'ada@example.com' },
  accountDeleted: { kind: 'accountDeleted', authorship: 'anonymous' },
  organizationDeleted: { kind: 'organizationDeleted', organization: 'Acme', days: 14 },
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
  for (const kind of Object.keys(letters) as PlainLetter['kind'][]) {
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

test('notifications of every kind have a line in each language, and the way to end them', () => {
  for (const language of Object.keys(mailLanguages)) {
    const notices = notificationKinds.map(notice)
    const written = write({ notices, language })
    const lines = written.items?.map(({ text }) => text) ?? []
    assert.equal(new Set(lines).size, notificationKinds.length, language)
    for (const line of lines) assert.ok(line.includes('Say how #12'), line)
    const { text, html } = drawMail(written)
    const end = 'https://docs.example.com/notifications/unsubscribe?token=x'
    assert.ok(text.includes(end) && html.includes(`href="${end}"`))
    assert.ok(text.includes('> Is <b>this</b> so?') && !html.includes('<b>this'))
    assert.match(written.subject, /10/)
  }
})

test('a mail about one thing says it in its subject, and a long one says how many more there are', () => {
  const one = write({ notices: [notice('mention')] })
  assert.equal(one.subject, 'Ada mentioned you in Say how #12')
  const many = write({ notices: Array.from({ length: 60 }, () => notice('comment')) })
  assert.deepEqual([many.items?.length, many.paragraphs], [50, ['… and 10 more in your inbox.']])
  assert.equal(many.subject, '60 notifications: Say how #12')
  const digest = write({ notices: [notice('merged')], isDigest: true })
  assert.equal(digest.subject, 'Acme: today’s notifications (1)')
})

function write(told: Partial<Parameters<typeof writeNotices>[0]>) {
  return writeNotices({
    ...{ notices: [], isDigest: false, organization: 'Acme', language: 'en' },
    inboxUrl: 'https://docs.example.com/o/x/inbox',
    unsubscribeUrl: 'https://docs.example.com/notifications/unsubscribe?token=x',
    ...told,
  })
}

function notice(kind: Notification['kind']): Notification {
  const urls = { location: '', app: 'https://docs.example.com/o/x/s/y' }
  return {
    ...{ object: 'notification', id: 'x', kind, createdAt: '2026-01-01T00:00:00Z', urls },
    actor: { object: 'user', id: 'x', displayName: 'Ada', urls },
    space: { id: 'y', title: 'Guide' },
    changeRequest: { id: 'z', number: 12, subject: 'Say how' },
    ...(kind === 'comment' && { comment: { id: 'c', text: 'Is <b>this</b> so?' } }),
  }
}
