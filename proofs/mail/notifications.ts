import { setTimeout as sleep } from 'node:timers/promises'
import { type NotificationKind, notificationKinds } from '@stemma/contract'
import { sql } from 'kysely'
import { newId } from '../../packages/server/src/common/ids.ts'
import { emit } from '../../packages/server/src/events/emit.ts'
import {
  givenMember,
  givenOrganization,
  type Organization,
  type Person,
  type Server,
} from '../../packages/server/src/test/harness.ts'
import type { ReceivedMail } from '../../packages/server/src/test/reading-mail.ts'
import { page } from '../../packages/server/src/test/writing.ts'

const deliveries = ['off', 'inbox', 'mail', 'digest'] as const
type Delivery = (typeof deliveries)[number]

/** What one person wants of everything. Half of them lose access between the events and the mails. */
interface Receiver {
  readonly person: Person
  readonly delivery: Delivery
  readonly isRevoked: boolean
}

/**
 * Everything happens that people are told of, in one organization: each kind, to people with each preference.
 * Before any mail is due, half of them lose access.
 */
export async function startNotifications(server: Server) {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const { id: spaceId } = await server
    .as(organization.admin)
    .createSpace({ params, body: { title: 'Guide', editMode: 'live' } })
  const receivers: Receiver[] = []
  for (const delivery of deliveries)
    for (const isRevoked of [false, true])
      receivers.push(await givenReceiver(server, organization, spaceId, { delivery, isRevoked }))
  await happen(server, organization, spaceId, receivers)
  await untilTold(server, organization.id, receivers)
  for (const { person, isRevoked } of receivers) if (isRevoked) await revoke(server, organization, person)
  return { organizationId: organization.id, receivers }
}

export type Notified = Awaited<ReturnType<typeof startNotifications>>

async function givenReceiver(
  server: Server,
  organization: Organization,
  spaceId: string,
  { delivery, isRevoked }: Omit<Receiver, 'person'>,
): Promise<Receiver> {
  const person = await givenMember(server, organization, 'review')
  const body = { deliveries: Object.fromEntries(notificationKinds.map((kind) => [kind, delivery])) }
  const params = { organizationId: organization.id }
  await server.as(person).updateNotificationPreferences({ params, body })
  await server.as(person).updateSpaceWatch({ params: { spaceId }, body: { watching: true } })
  return { person, delivery, isRevoked }
}

/** A notification of each kind for everybody; ten comments, so that there is something to group. */
async function happen(
  server: Server,
  { id: home, admin }: Organization,
  spaceId: string,
  receivers: readonly Receiver[],
) {
  const api = server.as(admin)
  const scene = { db: server.db, now: new Date().toISOString(), home, caller: callerOf(admin) }
  for (const { person } of receivers) {
    const own = server.as(person)
    const { id } = await own.createChangeRequest({ params: { spaceId }, body: { subject: person.id } })
    const params = { spaceId, changeRequestId: id }
    const say = (markdown: string) => api.postCommentInChangeRequest({ params, body: { body: { markdown } } })
    await own.updateChangeRequestContent({ params, body: { changes: [page(newId())] } })
    for (let count = 0; count < 10; count++) await say(`Comment ${count}`)
    await say(`To [you](/users/${person.id})`)
    const body = { body: { markdown: 'Mine' } }
    const { id: commentId } = await own.postCommentInChangeRequest({ params, body })
    await api.postCommentReplyInChangeRequest({ params: { ...params, commentId }, body })
    await api.updateChangeRequestById({ params, body: { status: 'open' } })
    await api.submitChangeRequestReview({ params, body: { status: 'approved' } })
    // These need a conflict, an import and a second author, which have proofs of their own.
    const revisionId = newId()
    const request = {
      type: 'change_request.review_requested',
      ...params,
      revisionId,
      userId: person.id,
    } as const
    await emit(scene, request, { type: 'change_request.conflicted', ...params, revisionId })
    const granted = { type: 'permission.granted', spaceId, userId: person.id, before: null } as const
    await emit(scene, { ...granted, after: 'review' })
    await startImport(server, { home, ...params, createdBy: person.id })
    await api.mergeChangeRequest({ params })
  }
}

function callerOf({ id: userId }: Person) {
  return { userId, tokenId: '', scopes: null, organizationId: null, sessionId: null, ssoOrganizationId: null }
}

async function startImport({ db }: Server, { home, spaceId, changeRequestId, createdBy }: Imported) {
  const [id, now] = [newId(), new Date().toISOString()]
  await db
    .insertInto('import_runs')
    .values({
      ...{ organization_id: home, id, status: 'completed', source: '{}', space_id: spaceId },
      ...{ change_request_id: changeRequestId, created_by: createdBy, created_at: now, completed_at: now },
    })
    .execute()
  const ended = { type: 'import_run.completed', importRunId: id, spaceId, revisionId: id, pages: 1 } as const
  await emit({ db, now, home }, ended)
}

interface Imported {
  readonly home: string
  readonly spaceId: string
  readonly changeRequestId: string
  readonly createdBy: string
}

/** Workers tell people while they are killed; everybody who wants any has every kind in the end. */
async function untilTold({ db }: Server, organizationId: string, receivers: readonly Receiver[]) {
  for (;;) {
    const { rows } = await sql`select from graphile_worker.jobs where task_identifier = 'notify'`.execute(db)
    if (rows.length === 0) break
    await sleep(200)
  }
  for (const { person, delivery } of receivers) {
    const told = await db
      .selectFrom('notifications')
      .select('kind')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', person.id)
      .execute()
    const kinds = new Set(told.map(({ kind }) => kind))
    const missing = notificationKinds.filter((kind) => !kinds.has(kind))
    if (delivery === 'off' ? kinds.size > 0 : missing.length > 0)
      throw new Error(`${delivery}: ${told.length} notifications, without ${missing.join(', ')}`)
  }
}

/** Alternately by level and by leaving: nothing else of the product must know of mails. */
async function revoke(server: Server, { id: organizationId, admin }: Organization, { id: userId }: Person) {
  const params = { organizationId, userId }
  await server.as(admin).updateMemberInOrganizationById({ params, body: { role: null } })
}

/** Makes every mail of a notification due now, and the time for which mails wait. */
export async function letNotificationsBeDue({ db }: Server) {
  await sql`update notifications set mail_at = now() where mail_at > now()`.execute(db)
  await sql`update graphile_worker._private_jobs set run_at = now()
    where key like 'mail_notifications %' and locked_at is null and run_at > now()`.execute(db)
}

export async function countUnmailed({ db }: Server): Promise<number> {
  const due = await db.selectFrom('notifications').select('id').where('mail_at', 'is not', null).execute()
  return due.length
}

/** What went wrong: mails without access or against a wish, and doubled or missing notifications. */
export async function checkNotifications(
  { db }: Server,
  { organizationId, receivers }: Notified,
  received: readonly ReceivedMail[],
) {
  const found = {
    withoutAccess: 0,
    unwanted: 0,
    doubled: 0,
    missing: 0,
    mails: 0,
    notifications: 0,
    digests: 0,
  }
  for (const { person, delivery, isRevoked } of receivers) {
    const mails = firstCopies(received.filter(({ recipients }) => recipients.includes(person.email)))
    const isMailed = delivery === 'mail' || delivery === 'digest'
    if (isRevoked) found.withoutAccess += mails.length
    else if (!isMailed) found.unwanted += mails.length
    if (isRevoked || !isMailed) continue
    const expected = await countKinds(db, organizationId, person.id)
    const lines = mails.flatMap(linesIn)
    const more = mails.map(({ text }) => Number(/and (\d+) more in your inbox/.exec(text)?.[1] ?? 0))
    const mailed = lines.length + sum(more)
    found.missing += Math.max(sum(expected.values()) - mailed, 0)
    found.doubled += Math.max(mailed - sum(expected.values()), 0)
    for (const [kind, some] of Map.groupBy(lines, kindIn))
      found.doubled += Math.max(some.length - (expected.get(kind) ?? 0), 0)
    found.notifications += mailed
    found.mails += mails.length
    if (delivery === 'digest') found.digests += mails.length
  }
  return found
}

function linesIn({ text }: ReceivedMail): string[] {
  return [...text.matchAll(/^\* (.*?)\r?$/gm)].map(([, line = '']) => line)
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, one) => total + one, 0)
}

/** A mail may be repeated under the same Message-ID. */
function firstCopies(mails: readonly ReceivedMail[]): ReceivedMail[] {
  return [...new Map(mails.map((mail) => [mail.headers.get('message-id'), mail])).values()]
}

async function countKinds(db: Server['db'], organizationId: string, userId: string) {
  const rows = await db
    .selectFrom('notifications')
    .select('kind')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
  return new Map([...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, some]) => [kind, some.length]))
}

/** The kind of a line in English. */
function kindIn(line: string): NotificationKind | 'unknown' {
  return (Object.keys(words) as NotificationKind[]).find((kind) => line.includes(words[kind])) ?? 'unknown'
}

const words: Readonly<Record<NotificationKind, string>> = {
  mention: ' mentioned you in ',
  reply: ' replied in ',
  comment: ' commented on ',
  review_requested: ' asks for your review of ',
  review_submitted: ' approved ',
  opened: ' for review',
  merged: ' merged ',
  conflict: ' conflicts with its space',
  invite: ' gave you access to ',
  import_finished: 'Your import into ',
}
