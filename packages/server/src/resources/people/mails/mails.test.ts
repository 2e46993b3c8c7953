import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../../common/ids.ts'
import { openMailer } from '../../../config/open-mailer.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Message } from '../../../mail/mailer.ts'
import { startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { stemmaServer } from '../../../test/process.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { postMail } from './index.ts'
import { prepareMail, pruneMails, resumeMails, sendMail } from './jobs.ts'
import { attemptsMax, retryAt } from './rules.ts'

const smtp = await startMailServer()
// Before the server's own: hooks run in this order, and a worker needs its database.
after(async () => {
  await worker.stop()
  await smtp.close()
})
const server = await startServer({ ...smtp.settings, publicUrl: 'https://docs.test' })
const worker = await startQuietWorker(server)

const reset = { kind: 'passwordReset', minutes: 30 } as const

test('a mail is sent over TLS, as text and HTML, if its transaction is committed', async () => {
  const recipient = `${newId()}@example.com`
  await assert.rejects(
    inTransaction(server.db, { repeatable: false }, async (db) => {
      await post({ recipient: `not.${recipient}`, db })
      throw new Error('no')
    }),
    /no/,
  )
  await post({ recipient, secret: 'stm_secret' })
  const [mail] = await smtp.mailsTo(recipient)
  assert.equal(mail?.isEncrypted, true)
  assert.equal(mail?.subject, 'Set a new password')
  const link = 'https://docs.test/login/reset?code=stm_secret'
  assert.ok(mail?.text.includes(link) && mail.html.includes(`href="${link}"`))
  assert.equal(mail?.headers.get('from'), 'Stemma <stemma@docs.example>')
  assert.equal(mail?.headers.get('to'), recipient)
  assert.equal(mail?.headers.get('auto-submitted'), 'auto-generated')
  const { id, ...row } = await statusOf(recipient, 'sent')
  assert.equal(mail?.headers.get('message-id'), `<${id}@docs.example>`)
  assert.deepEqual(row, { status: 'sent', attempts: 1, secret: null, error: null })
  assert.deepEqual(
    smtp.received.filter(({ recipients }) => recipients[0]?.startsWith('not.')),
    [],
  )
})

test('the secret of a link is sealed until the mail is sent', async () => {
  smtp.refusal = 451
  const recipient = `${newId()}@example.com`
  await post({ recipient, secret: 'stm_canary' })
  const { secret } = await statusOf(recipient, 'pending', 1)
  assert.match(secret ?? '', /^sealed\./)
  smtp.refusal = 0
})

test('a mail that is refused for now is sent later under the same ID, and not before', async () => {
  smtp.refusal = 451
  const recipient = `${newId()}@example.com`
  await post({ recipient })
  const { id, error } = await statusOf(recipient, 'pending', 1)
  assert.match(error ?? '', /451|No thanks/)
  smtp.refusal = 0
  const key = { organizationId: 'home', mailId: id }
  const prepared = await prepareMail(key, server)
  await sendMail(key, { ...jobSettings, ...server, now: new Date().toISOString(), prepared })
  const [mail] = await smtp.mailsTo(recipient)
  assert.equal(mail?.headers.get('message-id'), `<${id}@docs.example>`)
  assert.equal(await prepareMail(key, server), undefined, 'a mail that was sent is not sent again')
})

test('a mail that is refused for good is not tried again, until an operator says so', async () => {
  smtp.refusal = 550
  const recipient = `${newId()}@elsewhere.example`
  await post({ recipient })
  await statusOf(recipient, 'failed', 1)
  const settings = { DATABASE_URL: server.url, ...smtp.environment }
  const doctor = await stemmaServer(['doctor'], settings)
  assert.match(
    doctor.stdout,
    /^fault {3}mail: 1 could not be sent, .* passwordReset to elsewhere\.example: /m,
  )
  assert.ok(!doctor.stdout.includes(recipient), 'whom it was for is not told')
  smtp.refusal = 0
  const { stdout } = await stemmaServer(['mail', 'retry'], settings)
  assert.equal(stdout, '1 mail will be sent again.\n')
  await smtp.mailsTo(recipient)
  await statusOf(recipient, 'sent', 1)
  assert.match((await stemmaServer(['doctor'], settings)).stdout, /^fine {4}mail: Sent over localhost:\d+\./m)
})

test('attempts are further and further apart, and end', () => {
  const now = '2026-01-01T00:00:00.000Z'
  const minutes = Array.from({ length: attemptsMax - 1 }, (_, index) =>
    Math.round((Date.parse(retryAt(index + 1, now)) - Date.parse(now)) / 60_000),
  )
  assert.deepEqual(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60])
})

test('after the last attempt a mail has failed, and one that took too long has expired', async () => {
  smtp.refusal = 451
  const [last, old] = [`${newId()}@example.com`, `${newId()}@example.com`]
  await post({ recipient: last })
  const { id } = await statusOf(last, 'pending', 1)
  await server.db.updateTable('mails').set({ attempts: 9 }).where('id', '=', id).execute()
  await perform({ organizationId: 'home', mailId: id })
  await statusOf(last, 'failed', 10)
  await post({ recipient: old, validMs: 0 })
  assert.equal((await statusOf(old, 'expired')).secret, null)
  smtp.refusal = 0
})

test('a mail whose job is gone is sent nevertheless, and old results are pruned', async () => {
  smtp.refusal = 451
  const recipient = `${newId()}@example.com`
  await post({ recipient })
  const { id } = await statusOf(recipient, 'pending', 1)
  smtp.refusal = 0
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
  await server.db.updateTable('mails').set({ next_attempt_at: hourAgo }).where('id', '=', id).execute()
  const context = { ...jobSettings, ...server, now: new Date().toISOString() }
  await resumeMails({}, context)
  await smtp.mailsTo(recipient)
  await statusOf(recipient, 'sent')
  const later = new Date(Date.now() + 31 * 24 * 3_600_000).toISOString()
  await pruneMails({}, { ...context, now: later })
  assert.deepEqual(await server.db.selectFrom('mails').select('id').where('id', '=', id).execute(), [])
})

test('nothing is sent without encryption, or to a server with another certificate', async () => {
  const [plain, other] = [await startMailServer({ disabledCommands: ['STARTTLS'] }), await startMailServer()]
  const wrongCa = { ...other.settings, smtpCa: smtp.settings.smtpCa ?? '' }
  for (const settings of [plain.settings, wrongCa]) {
    const mailer = await openMailer({ ...server.config, ...settings })
    const outcome = await mailer?.send(message())
    assert.equal(outcome?.kind, 'failed', 'an operator can correct this')
  }
  assert.deepEqual([...plain.received, ...other.received], [])
  const local = { ...plain.settings, smtpSecurity: 'off', smtpUser: '' } as const
  const open = await startMailServer({ disabledCommands: ['STARTTLS'], authOptional: true })
  const mailer = await openMailer({ ...server.config, ...local, smtpPort: open.settings.smtpPort ?? 0 })
  assert.deepEqual(await mailer?.send(message()), { kind: 'sent' })
  await Promise.all([plain.close(), other.close(), open.close()])
})

test('mails are signed for a domain if it has a key', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const dkimKey = join(mkdtempSync(join(tmpdir(), 'stemma-dkim-')), 'dkim.pem')
  writeFileSync(dkimKey, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const config = { ...server.config, dkimDomain: 'docs.example', dkimKey }
  const sent = message()
  assert.deepEqual(await (await openMailer(config))?.send(sent), { kind: 'sent' })
  const [mail] = await smtp.mailsTo(sent.to)
  assert.match(mail?.headers.get('dkim-signature') ?? '', /d=docs\.example; .*s=stemma;/)
})

test('an operator sends a mail to see whether the settings are right', async () => {
  const settings = { DATABASE_URL: server.url, ...smtp.environment }
  const args = ['mail', 'test', '--email', 'operator@example.com']
  const { code, stdout } = await stemmaServer(args, settings)
  assert.deepEqual([code, stdout], [0, 'The SMTP server accepted a mail to operator@example.com.\n'])
  assert.equal((await smtp.mailsTo('operator@example.com'))[0]?.subject, 'This server can send mail')
  const wrong = await stemmaServer(args, { ...settings, STEMMA_SMTP_PASSWORD: 'wrong' })
  assert.match(wrong.stderr, /The mail was not sent: Invalid login/)
  assert.ok(!wrong.stderr.includes('of the mail server'))
  const without = await stemmaServer(args, { DATABASE_URL: server.url })
  assert.match(without.stderr, /No SMTP server is set up/)
})

function post({ db = server.db, ...mail }: Partial<Parameters<typeof postMail>[0]> & Given) {
  const scene = { db, now: new Date().toISOString(), seals: server.seals, sendsMail: true }
  return postMail(scene, { home: 'home', language: 'en', letter: reset, ...mail })
}

interface Given {
  readonly recipient: string
  readonly secret?: string
  readonly validMs?: number
}

function message(): Message {
  const text = { subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
  return { id: newId(), to: `${newId()}@example.com`, date: new Date().toISOString(), ...text }
}

async function perform(key: Parameters<typeof sendMail>[0]) {
  const prepared = await prepareMail(key, server)
  await sendMail(key, { ...jobSettings, ...server, now: new Date().toISOString(), prepared })
}

/** The mail to an address, once it has this state. */
async function statusOf(recipient: string, status: string, attempts?: number) {
  for (;;) {
    const row = await server.db
      .selectFrom('mails')
      .select(['id', 'status', 'attempts', 'secret', 'error'])
      .where('recipient', '=', recipient)
      .executeTakeFirst()
    if (row?.status === status && row.attempts >= (attempts ?? 0)) return row
    await sleep(20)
  }
}
