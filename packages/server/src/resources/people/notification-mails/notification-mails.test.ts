import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { givenDiscussed } from '../../../test/discussing.ts'
import { type Person, startServer } from '../../../test/harness.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { sendMails, writeMails } from '../../../test/mailing.ts'
import { notifyNow } from '../../../test/notifying.ts'
import { givenChangeRequest } from '../../../test/writing.ts'
import { nextDigest } from '../notifications/rules.ts'

const smtp = await startMailServer()
after(() => smtp.close())
const server = await startServer({ ...smtp.settings, rateLimitPerMinute: 1_000_000 })

test('ten comments in one change request are one mail, and two places are two', async () => {
  const { organization, commenter, editor, spaceId, say } = await givenDiscussed(server)
  const organizationId = organization.id
  const prefer = { deliveries: { comment: 'mail' as const } }
  await server.as(editor).updateNotificationPreferences({ params: { organizationId }, body: prefer })
  const { params } = await givenChangeRequest(server, spaceId, editor)
  for (let count = 1; count <= 10; count++)
    await server
      .as(commenter)
      .postCommentInChangeRequest({ params, body: { body: { markdown: `No ${count}` } } })
  await say(commenter, mention(editor))
  await notifyNow(server, organizationId)
  const write = () => writeMails(server, { organizationId, person: editor, mode: 'mail' })
  await writeMails(server, { organizationId, person: editor, mode: 'mail', now: new Date().toISOString() })
  assert.deepEqual(await sendMails(server, editor), [], 'nothing is due yet')
  await write()
  await write()
  assert.deepEqual(await sendMails(server, editor), ['sent', 'sent'])
  const [comments, mentioned] = (await smtp.mailsTo(editor.email, 2)).toSorted(bySubject)
  assert.equal(comments?.subject, '10 notifications: Change #1')
  for (let count = 1; count <= 10; count++) assert.match(comments?.text ?? '', new RegExp(`> No ${count}\r`))
  assert.match(mentioned?.subject ?? '', /^Person \S+ mentioned you in /)
  assert.match(
    comments?.headers.get('list-unsubscribe') ?? '',
    /^<http\S+\/notifications\/unsubscribe\?token=/,
  )
  assert.equal(comments?.headers.get('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
})

test('a mail is decided when it is sent: access, preferences, and what was read or deleted', async () => {
  const { organization, admin, commenter, editor, spaceId, say } = await givenDiscussed(server)
  const organizationId = organization.id
  const people = server.as(editor)
  const home = { params: { organizationId } }
  const level = (defaultLevel: null | 'inherit') =>
    server.as(admin).updateSpaceById({ params: { spaceId }, body: { defaultLevel } })
  const prefer = (mention: 'off' | 'mail') =>
    people.updateNotificationPreferences({ ...home, body: { deliveries: { mention } } })
  const results: string[] = []
  for (const [before, undo] of [
    [() => level(null), () => level('inherit')],
    [() => prefer('off'), () => prefer('mail')],
    [() => people.markNotifications({ ...home, body: {} }), () => undefined],
    [
      (commentId: string) => server.as(admin).deleteCommentInSpace({ params: { spaceId, commentId } }),
      () => {},
    ],
    [() => undefined, () => undefined],
  ] as const) {
    const { id } = await say(commenter, mention(editor))
    await notifyNow(server, organizationId)
    await writeMails(server, { organizationId, person: editor, mode: 'mail' })
    await before(id)
    results.push(...(await sendMails(server, editor)))
    await undo()
  }
  assert.deepEqual(results, ['withheld', 'withheld', 'withheld', 'withheld', 'sent'])
  assert.equal((await smtp.mailsTo(editor.email)).length, 1)
})

test('the digest is one mail a day, at the hour of the person', async () => {
  const { organization, commenter, editor, reviewer, spaceId, say } = await givenDiscussed(server)
  const organizationId = organization.id
  const params = { organizationId }
  const deliveries = { mention: 'digest', review_submitted: 'digest' } as const
  const body = { deliveries, digestHour: 18, timeZone: 'Asia/Kolkata' }
  const chosen = await server.as(editor).updateNotificationPreferences({ params, body })
  assert.deepEqual([chosen.digestHour, chosen.timeZone], [18, 'Asia/Kolkata'])
  const wrong = server.as(editor).updateNotificationPreferences({ params, body: { timeZone: 'Mars/Base' } })
  await assert.rejects(wrong, { reason: 'invalid_request' })
  for (const words of ['One', 'Two']) await say(commenter, `${words} ${mention(editor)}`)
  const change = await givenChangeRequest(server, spaceId, editor)
  await server.as(reviewer).submitChangeRequestReview({ params: change.params, body: { status: 'approved' } })
  await notifyNow(server, organizationId)
  await writeMails(server, { organizationId, person: editor, mode: 'digest' })
  assert.deepEqual(await sendMails(server, editor), ['sent'])
  const [mail] = await smtp.mailsTo(editor.email)
  assert.match(mail?.subject ?? '', /today’s notifications \(3\)$/)
})

test('the hour of the digest follows the clock of the person, also when it changes', () => {
  const at = (timeZone: string, digestHour: number, now: string) => nextDigest({ timeZone, digestHour }, now)
  assert.equal(at('UTC', 7, '2026-01-01T06:59:00.000Z'), '2026-01-01T07:00:00.000Z')
  assert.equal(at('UTC', 7, '2026-01-01T07:00:00.000Z'), '2026-01-02T07:00:00.000Z')
  assert.equal(at('Asia/Kolkata', 18, '2026-01-01T00:00:00.000Z'), '2026-01-01T12:30:00.000Z')
  assert.equal(at('Europe/Berlin', 7, '2026-03-28T12:00:00.000Z'), '2026-03-29T05:00:00.000Z')
  assert.equal(at('Europe/Berlin', 2, '2026-03-28T12:00:00.000Z'), '2026-03-30T00:00:00.000Z')
})

test('one POST ends mails of these kinds without a sign-in, and opening the link does not', async () => {
  const { organization, commenter, editor, say } = await givenDiscussed(server)
  const organizationId = organization.id
  await say(commenter, mention(editor))
  await notifyNow(server, organizationId)
  await writeMails(server, { organizationId, person: editor, mode: 'mail' })
  await sendMails(server, editor)
  const [mail] = await smtp.mailsTo(editor.email)
  const link = new URL((mail?.headers.get('list-unsubscribe') ?? '').slice(1, -1))
  const url = `${link.pathname}${link.search}`
  const chosen = async () => {
    const params = { organizationId }
    return (await server.as(editor).getNotificationPreferences({ params })).deliveries
  }
  const before = await chosen()
  const asked = await server.app.inject({ url })
  assert.equal(asked.statusCode, 200)
  assert.match(asked.body, /<li>mentions<\/li>/)
  assert.deepEqual(await chosen(), before)
  const forged = await server.app.inject({ method: 'POST', url: url.replace('token=', 'token=A') })
  assert.equal(forged.statusCode, 404)
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type }
    const payload = 'List-Unsubscribe=One-Click'
    const ended = await server.app.inject({ method: 'POST', url, headers, payload })
    assert.equal(ended.statusCode, 200)
    assert.deepEqual(await chosen(), { ...before, mention: 'inbox' })
  }
})

function mention({ id }: Person): string {
  return `[somebody](/users/${id})`
}

function bySubject(a: { readonly subject: string }, b: { readonly subject: string }) {
  return a.subject < b.subject ? -1 : 1
}
