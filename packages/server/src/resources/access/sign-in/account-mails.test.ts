import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../../common/ids.ts'
import { type Browser, openBrowser } from '../../../test/browser.ts'
import { givenOrganization, givenUser, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import type { ReceivedMail } from '../../../test/reading-mail.ts'
import { fieldsIn, givenAccount, password, signedInBrowser, signInWith } from '../../../test/signing-in.ts'
import { mailReset } from './jobs.ts'

const publicUrl = 'https://stemma.docs.test'
const own = { origin: publicUrl }
const next = 'another one that nobody guesses'
const smtp = await startMailServer()
after(async () => {
  await worker.stop()
  await smtp.close()
})
const server = await startServer({ ...smtp.settings, publicUrl, appUrl: publicUrl })
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const worker = await startQuietWorker(server)

test('a person who forgot their password sets another by a link that works once', async () => {
  const person = await givenAccount(server)
  const signedIn = await signedInBrowser(address, publicUrl, person.email)
  const browser = openBrowser(address)
  assert.match(await (await browser.get('/login')).text(), /<a href="[^"]+\/login\/forgot">Forgot your/)
  const asked = await forget(browser, ` ${person.email.toUpperCase()} `, { 'accept-language': 'de-AT,en' })
  assert.equal(asked.status, 200)
  const [mail] = await smtp.mailsTo(person.email)
  assert.equal(mail?.subject, 'Neues Passwort festlegen')
  const link = linkIn(mail)
  assert.equal((await choose(link, { password: 'short' })).status, 400)
  assert.equal((await choose(link, { password: next })).status, 200)
  assert.equal((await signedIn.get('/v1/user')).status, 401, 'sessions have ended')
  assert.equal((await signInWith(openBrowser(address), { email: person.email }, own)).status, 403)
  const again = { email: person.email, password: next }
  assert.equal((await signInWith(openBrowser(address), again, own)).status, 303)
  assert.equal((await openBrowser(address).get(link)).status, 404, 'used up')
  const [, changed] = await smtp.mailsTo(person.email, 2)
  assert.equal(changed?.subject, 'Your password was changed')
  assert.equal((await server.as(person).getAuthenticatedUser()).id, person.id, 'tokens stay')
})

test('tokens are revoked too, on request, and links of which one was used end together', async () => {
  const person = await givenAccount(server)
  for (const _ of [1, 2]) await forget(openBrowser(address), person.email)
  const [one, other] = await smtp.mailsTo(person.email, 2)
  assert.equal((await choose(linkIn(one), { password: next, revokeTokens: 'on' })).status, 200)
  await assert.rejects(server.as(person).getAuthenticatedUser(), { status: 401 })
  assert.equal((await openBrowser(address).get(linkIn(other))).status, 404)
})

test('of many forms that are sent with one link at once, one counts', async () => {
  const person = await givenAccount(server)
  await forget(openBrowser(address), person.email)
  const link = linkIn((await smtp.mailsTo(person.email))[0])
  const answers = await Promise.all([1, 2, 3].map((one) => choose(link, { password: `${next} ${one}` })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404, 404])
})

test('an expired link does nothing, and its secret is nowhere in the database', async () => {
  const person = await givenAccount(server)
  await forget(openBrowser(address), person.email)
  const link = linkIn((await smtp.mailsTo(person.email))[0])
  const code = new URL(link, publicUrl).searchParams.get('code') ?? ''
  const rows = await server.db.selectFrom('password_resets').selectAll().execute()
  const kept = JSON.stringify(rows)
  assert.ok(rows.length > 0 && !kept.includes(code) && !kept.includes([...Buffer.from(code)].join(',')))
  server.time.now = new Date(Date.now() + 31 * 60_000).toISOString()
  assert.equal((await openBrowser(address).get(link)).status, 404)
  server.time.now = undefined
})

test('nobody learns of an account, by the answer or by what the server does for it', async () => {
  const person = await givenAccount(server)
  const tell = async (email: string) => {
    const before = new Set(server.statements)
    const answer = await forget(openBrowser(address), email)
    const page = (await answer.text()).replaceAll(email, '')
    return { status: answer.status, page, asked: [...server.statements].filter((one) => !before.has(one)) }
  }
  await tell(person.email)
  const [known, unknown] = [await tell(person.email), await tell('nobody@example.com')]
  assert.deepEqual(unknown, known)
  await sleep(300)
  assert.ok(!smtp.received.some(({ recipients }) => recipients.includes('nobody@example.com')))
})

test('nobody fills a mailbox: requests are throttled, and an account has three links at most', async () => {
  const person = await givenAccount(server)
  const statuses: number[] = []
  for (let count = 0; count < 12; count++)
    statuses.push((await forget(openBrowser(address), person.email)).status)
  assert.deepEqual(statuses, [...Array(10).fill(200), 429, 429])
  await smtp.mailsTo(person.email, 3)
  await sleep(300)
  assert.equal((await smtp.mailsTo(person.email, 3)).length, 3)
})

test('jobs that count the links of an account at once leave it three', async () => {
  const person = await givenAccount(server)
  const prepared = { seals: server.seals, sendsMail: true }
  const context = { ...jobSettings, ...server, now: new Date().toISOString(), prepared }
  const mailOne = () =>
    server.db.transaction().execute((db) => {
      return mailReset({ requestId: newId(), email: person.email, language: 'en' }, { ...context, db })
    })
  await Promise.all(Array.from({ length: 6 }, mailOne))
  await smtp.mailsTo(person.email, 3)
  await sleep(300)
  assert.equal((await smtp.mailsTo(person.email, 3)).length, 3)
})

test('a job that runs twice mails once', async () => {
  const person = await givenAccount(server)
  const prepared = { seals: server.seals, sendsMail: true }
  const payload = { requestId: newId(), email: person.email, language: 'en' }
  const context = { ...jobSettings, ...server, now: new Date().toISOString(), prepared }
  await mailReset(payload, context)
  await mailReset(payload, context)
  await smtp.mailsTo(person.email)
  await sleep(300)
  assert.equal((await smtp.mailsTo(person.email)).length, 1)
})

test('mails are in the language of the browser in which a person last signed in', async () => {
  const person = await givenAccount(server)
  const japanese = { ...own, 'accept-language': 'tlh, ja-JP;q=0.9, en;q=0.8' }
  assert.equal((await signInWith(openBrowser(address), { email: person.email }, japanese)).status, 303)
  await forget(openBrowser(address), person.email, { 'accept-language': 'fr' })
  assert.equal((await smtp.mailsTo(person.email))[0]?.subject, '新しいパスワードの設定')
})

test('a form of another page or browser asks for nothing', async () => {
  const browser = openBrowser(address)
  const form = fieldsIn(await (await browser.get('/login/forgot')).text())
  const fields = { ...form, email: 'somebody@example.com' }
  assert.equal(
    (await browser.submit('/login/forgot', fields, { origin: 'https://evil.example' })).status,
    403,
  )
  assert.equal((await openBrowser(address).submit('/login/forgot', fields, own)).status, 403)
})

test('an invited person without an account gets one by the link, and is a member', async () => {
  const { organization, link, email } = await givenInvited()
  const browser = openBrowser(address)
  const page = await (await browser.get(link)).text()
  assert.match(page, /Invitation to Acme/)
  const fields = { ...fieldsIn(page), displayName: 'Ada', password: next }
  assert.equal((await browser.submit('/login/invitation', { ...fields, password: 'x' }, own)).status, 400)
  assert.equal((await browser.submit('/login/invitation', fields, own)).status, 303)
  const user = (await (await browser.get('/v1/user')).json()) as Record<
    'id' | 'email' | 'displayName',
    string
  >
  assert.deepEqual([user.email, user.displayName], [email, 'Ada'])
  const params = { organizationId: organization.id, userId: user.id }
  const member = await server.as(organization.admin).getMemberInOrganizationById({ params })
  assert.equal(member.role, 'edit')
  assert.equal((await openBrowser(address).get(link)).status, 404, 'used up')
  const row = server.db.selectFrom('users').select('email_verified_at').where('email', '=', email)
  assert.ok((await row.executeTakeFirst())?.email_verified_at, 'the mail reached the address')
})

test('an invited person with an account signs in first, and nobody else can accept for them', async () => {
  const person = await givenAccount(server)
  const { organization, link } = await givenInvited(person.email)
  const other = await givenAccount(server)
  const stranger = await signedInBrowser(address, publicUrl, other.email)
  for (const browser of [openBrowser(address), stranger]) {
    const page = await (await browser.get(link)).text()
    assert.ok(!page.includes('<button>'), 'no form')
    const forged = { ...fieldsIn(page), code: codeOf(link), displayName: 'Eve', password: next }
    await browser.submit('/login/invitation', forged, own)
  }
  await assert.rejects(server.as(other).getOrganizationById({ params: { organizationId: organization.id } }))
  const browser = await signedInBrowser(address, publicUrl, person.email)
  const fields = fieldsIn(await (await browser.get(link)).text())
  assert.equal((await browser.submit('/login/invitation', fields, own)).status, 303)
  const mine = await server.as(person).listOrganizationsForAuthenticatedUser({})
  assert.deepEqual(
    mine.items.map(({ id }) => id),
    [organization.id],
  )
  assert.equal((await signInWith(openBrowser(address), { email: person.email }, own)).status, 303)
})

test('of two forms that create the invited account at once, one does', async () => {
  const { link, email } = await givenInvited()
  const send = async (displayName: string) => {
    const browser = openBrowser(address)
    const fields = fieldsIn(await (await browser.get(link)).text())
    return browser.submit('/login/invitation', { ...fields, displayName, password: next }, own)
  }
  const statuses = (await Promise.all([send('One'), send('Other')])).map(({ status }) => status).sort()
  assert.equal(statuses.filter((status) => status === 303).length, 1, String(statuses))
  assert.equal(
    (await server.db.selectFrom('users').select('id').where('email', '=', email).execute()).length,
    1,
  )
})

test('a withdrawn invitation has no link, and one that is repeated at once is not mailed again', async () => {
  const { organization, link, email } = await givenInvited()
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const again = await api.inviteUsersToOrganization({ params, body: { emails: [email], role: 'read' } })
  assert.deepEqual([again.invited, again.mailed], [0, 0])
  assert.equal((await openBrowser(address).get(link)).status, 200)
  const [invitationId = ''] = again.users
  await api.withdrawOrganizationInvitation({ params: { ...params, invitationId } })
  assert.equal((await openBrowser(address).get(link)).status, 404)
})

test('an account gets another address when both addresses have confirmed it', async () => {
  const person = await givenAccount(server)
  const email = `${newId().toLowerCase()}@example.org`
  const browser = await signedInBrowser(address, publicUrl, person.email)
  assert.equal((await change(browser, { email, password: 'wrong' })).status, 403)
  assert.equal((await change(browser, { email: 'no address', password })).status, 400)
  assert.equal((await change(browser, { email: email.toUpperCase(), password })).status, 200)
  assert.equal((await change(browser, { email, password })).status, 429, 'once a minute')
  const [leaving] = await smtp.mailsTo(person.email)
  const [arriving] = await smtp.mailsTo(email)
  assert.ok(leaving?.text.includes(email))
  await confirm(linkIn(arriving))
  await confirm(linkIn(arriving))
  assert.equal((await server.as(person).getAuthenticatedUser()).email, person.email, 'not yet')
  await confirm(linkIn(leaving))
  assert.equal((await server.as(person).getAuthenticatedUser()).email, email)
  assert.equal((await openBrowser(address).get(linkIn(leaving))).status, 404)
  assert.equal((await signInWith(openBrowser(address), { email: person.email }, own)).status, 403)
  assert.equal((await signInWith(openBrowser(address), { email }, own)).status, 303)
})

test('an address of another account is asked like any other, and stays with its account', async () => {
  const [person, other] = [await givenAccount(server), await givenUser(server)]
  const browser = await signedInBrowser(address, publicUrl, person.email)
  const answer = await change(browser, { email: other.email, password })
  assert.equal(answer.status, 200)
  const [leaving] = await smtp.mailsTo(person.email)
  const [arriving] = await smtp.mailsTo(other.email)
  await confirm(linkIn(leaving))
  assert.equal((await confirm(linkIn(arriving))).status, 409)
  assert.equal((await server.as(person).getAuthenticatedUser()).email, person.email)
  assert.equal((await server.as(other).getAuthenticatedUser()).email, other.email)
})

test('without an SMTP server, nothing is promised: people pass links on, and ask the operator', async () => {
  const quiet = await startServer({ publicUrl, appUrl: publicUrl })
  const at = await quiet.app.listen({ port: 0, host: '127.0.0.1' })
  assert.ok(!(await (await openBrowser(at).get('/login')).text()).includes('Forgot'))
  const page = await openBrowser(at).get('/login/forgot')
  assert.equal(page.status, 403)
  assert.match(await page.text(), /sends no mail\. Ask the people who operate it/)
  const organization = await givenOrganization(quiet)
  const params = { organizationId: organization.id }
  const body = { emails: ['new@example.org'] }
  const invited = await quiet.as(organization.admin).inviteUsersToOrganization({ params, body })
  assert.deepEqual([invited.invited, invited.mailed], [1, undefined])
  assert.deepEqual(await quiet.db.selectFrom('mails').select('id').execute(), [])
})

async function forget(browser: Browser, email: string, headers = {}) {
  const form = fieldsIn(await (await browser.get('/login/forgot')).text())
  return browser.submit('/login/forgot', { ...form, email }, { ...own, ...headers })
}

async function choose(link: string, fields: Record<string, string>) {
  const browser = openBrowser(address)
  const form = fieldsIn(await (await browser.get(link)).text())
  return browser.submit('/login/reset', { ...form, ...fields }, own)
}

async function change(browser: Browser, fields: Record<string, string>) {
  const form = fieldsIn(await (await browser.get('/login/email/new')).text())
  return browser.submit('/login/email/new', { ...form, ...fields }, own)
}

async function confirm(link: string) {
  const browser = openBrowser(address)
  const form = fieldsIn(await (await browser.get(link)).text())
  return browser.submit('/login/email', form, own)
}

async function givenInvited(email = `${newId().toLowerCase()}@example.org`) {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const body = { emails: [email], role: 'edit' as const }
  const invited = await server.as(organization.admin).inviteUsersToOrganization({ params, body })
  assert.equal(invited.mailed, 1)
  const [mail] = await smtp.mailsTo(email)
  assert.equal(mail?.subject, 'Invitation to Acme')
  return { organization, email, link: linkIn(mail) }
}

/** The path in the button of a mail. */
function linkIn(mail: ReceivedMail | undefined): string {
  const [, path = ''] = /https:\/\/stemma\.docs\.test(\/login\/\S+)/.exec(mail?.text ?? '') ?? []
  assert.ok(path, 'a link')
  return path
}

function codeOf(link: string): string {
  return new URL(link, publicUrl).searchParams.get('code') ?? ''
}
