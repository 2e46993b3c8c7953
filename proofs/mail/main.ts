import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { newId } from '../../packages/server/src/common/ids.ts'
import { enqueue } from '../../packages/server/src/jobs/enqueue.ts'
import { givenOrganization, givenUser, serve } from '../../packages/server/src/test/harness.ts'
import { startMailServer } from '../../packages/server/src/test/mail-server.ts'
import { killAll } from '../../packages/server/src/test/process.ts'
import { killWorkers } from '../kit/kill-workers.ts'
import {
  checkNotifications,
  countUnmailed,
  letNotificationsBeDue,
  type Notified,
  startNotifications,
} from './notifications.ts'

/**
 * People are invited and forget their passwords while workers are killed and the mail server refuses for
 * some time. Each mail must arrive, once or under the same Message-ID, encrypted, and with the only link that
 * works. Notifications of every kind go to people with every preference, of whom half lose access before the
 * mails are sent. MAIL_PEOPLE sets how many people there are, MAIL_KILLS the number of kills.
 */
const people = Number(process.env.MAIL_PEOPLE ?? 300)
const kills = Number(process.env.MAIL_KILLS ?? 12)
const smtp = await startMailServer()
const server = await serve({ ...smtp.settings, rateLimitPerMinute: 10_000_000 })
const wrong: string[] = []
try {
  await tryAll()
} finally {
  killAll()
  await server.stop()
  await smtp.close()
}
process.exit(wrong.length > 0 ? 1 : 0)

async function tryAll() {
  const settings = { DATABASE_URL: server.url, ...smtp.environment }
  const arrived = () => smtp.received.length
  const workers = killWorkers(settings, { kills, apart: (people * 2) / Math.max(kills, 1), arrived })
  smtp.refusal = 451
  const [invited, forgetful, notified] = await Promise.all([invite(), forget(), startNotifications(server)])
  while ((await countRefused()) === 0) await sleep(100)
  smtp.refusal = 0
  while ((await countPending()) > 0 || workers.killed() < kills) {
    await letTimePass()
    await letNotificationsBeDue(server)
    if (arrived() > 0 && (await countPending()) === 0) await post(invited, 1)
    await sleep(500)
  }
  await workers.stop()
  await report([...invited, ...forgetful], notified, workers.killed())
}

/** In batches, as the console does. */
async function invite(): Promise<string[]> {
  const invited: string[] = []
  for (let count = 0; count < people; count += 50) await post(invited, Math.min(50, people - count))
  return invited
}

async function post(invited: string[], count: number) {
  const organization = await givenOrganization(server)
  const emails = Array.from({ length: count }, () => `${newId().toLowerCase()}@example.com`)
  const params = { organizationId: organization.id }
  await server.as(organization.admin).inviteUsersToOrganization({ params, body: { emails, role: 'read' } })
  invited.push(...emails)
}

/** The request, as the page makes it. Every second address has no account, and must get nothing. */
async function forget(): Promise<string[]> {
  const forgetful: string[] = []
  for (let count = 0; count < people; count++) {
    const { email } = await givenUser(server)
    forgetful.push(email)
    for (const one of [email, `nobody.${email}`])
      await enqueue(server.db, 'mail_password_reset', { requestId: newId(), email: one, language: 'en' })
  }
  return forgetful
}

async function countPending(): Promise<number> {
  const pending = await server.db.selectFrom('mails').select('id').where('status', '=', 'pending').execute()
  const { rows } = await sql`select from graphile_worker.jobs
    where task_identifier = 'mail_password_reset'`.execute(server.db)
  return pending.length + rows.length + (await countUnmailed(server))
}

async function countRefused(): Promise<number> {
  const refused = server.db.selectFrom('mails').select('id').where('attempts', '>', 0)
  return (await refused.execute()).length
}

/** Makes everything that waits for another attempt due now. */
async function letTimePass() {
  await sql`update graphile_worker._private_jobs set run_at = now()
    where key like 'send_mail %' and locked_at is null and run_at > now()`.execute(server.db)
}

async function report(expected: readonly string[], notified: Notified, killed: number) {
  const byRecipient = Map.groupBy(smtp.received, ({ recipients }) => recipients[0] ?? '')
  const idsOf = (email: string) =>
    new Set((byRecipient.get(email) ?? []).map(({ headers }) => headers.get('message-id')))
  const lost = expected.filter((email) => idsOf(email).size === 0).length
  const doubled = expected.filter((email) => idsOf(email).size > 1).length
  const told = await checkNotifications(server, notified, smtp.received)
  const { withoutAccess, unwanted, doubled: notifiedTwice, missing } = told
  const known = new Set([...expected, ...notified.receivers.map(({ person }) => person.email)])
  const strangers = [...byRecipient.keys()].filter((email) => !known.has(email)).length
  const plain = smtp.received.filter(({ isEncrypted }) => !isEncrypted).length
  const isExpected = new Set(expected)
  const repeated =
    smtp.received.filter(({ recipients: [to = ''] }) => isExpected.has(to)).length - expected.length + lost
  const failures = { lost, doubled, strangers, plain, withoutAccess, unwanted, notifiedTwice, missing }
  for (const [what, count] of Object.entries(failures)) if (count > 0) wrong.push(`${count} ${what}`)
  for (const line of wrong) console.log(line)
  console.log(
    `mail: ${expected.length} mails, ${killed} kills, ${lost} lost, ${doubled} doubled, ${strangers} to ` +
      `addresses without an account, ${plain} unencrypted, ${repeated} repeated under the same Message-ID; ` +
      `${told.notifications} notifications of 10 kinds in ${told.mails} mails (${told.digests} digests), ` +
      `${withoutAccess} to people who may no longer read, ${unwanted} unwanted, ${notifiedTwice} doubled, ` +
      `${missing} missing`,
  )
}
