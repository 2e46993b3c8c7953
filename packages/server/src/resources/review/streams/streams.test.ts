import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiFailure, createClient } from '@stemma/client'
import type { ChangeRequestStreamEvent, OrganizationStreamEvent } from '@stemma/contract'
import { sql } from 'kysely'
import { inTransaction } from '../../../db/transaction.ts'
import { numberEvents } from '../../../events/numbering.ts'
import {
  givenMember,
  givenOrganization,
  givenToken,
  givenUser,
  type Person,
  type Server,
  serveOn,
  startServer,
} from '../../../test/harness.ts'
import { givenSpace } from '../../../test/places.ts'
import { page } from '../../../test/writing.ts'
import { numberUnwatched, prunePresences } from './jobs.ts'

const server = await startServer({ streamsPerPerson: 3, streamsPerOrganization: 5 })
const endpoint = await server.app.listen({ host: '127.0.0.1', port: 0 })

type Event = ChangeRequestStreamEvent | OrganizationStreamEvent

test('a stream of a change request tells of revisions, comments, reviews and status, in order', async (t) => {
  const { admin, member, params } = await given()
  const { types, until } = listen(t, (signal) => over(admin).streamChangeRequest({ params }, { signal }))
  await until(() => types().includes('open'))
  const api = server.as(member)

  await api.updateChangeRequestContent({ params, body: { changes: [page('New')] } })
  const { id } = await api.postCommentInChangeRequest({ params, body: { body: { markdown: 'Why?' } } })
  await api.updateCommentInChangeRequest({ params: { ...params, commentId: id }, body: { resolved: true } })
  await api.updateChangeRequestById({ params, body: { status: 'open', subject: 'Better' } })
  await server.as(admin).submitChangeRequestReview({ params, body: { status: 'approved' } })
  await server.as(admin).mergeChangeRequest({ params })
  const events = await until(() => types().includes('change_request.merged'))

  assert.deepEqual(types(), [
    'open',
    'change_request.content_updated',
    'comment.posted',
    'comment.resolved',
    'change_request.edited',
    'change_request.opened',
    'change_request.reviewed',
    'change_request.merged',
  ])
  const [revision, posted, , edited, , reviewed, merged] = changesIn(events)
  assert.equal(revision?.actor, member.id)
  assert.equal(revision?.changeRequest, params.changeRequestId)
  assert.equal(revision?.pages?.length, 1)
  assert.ok(revision?.revision)
  assert.equal(posted?.comment, id)
  assert.equal(edited?.status, 'open')
  assert.equal(reviewed?.reviewStatus, 'approved')
  assert.equal(merged?.status, 'merged')
})

test('a stream begins with what happens after it was opened', async (t) => {
  const { admin, params, say } = await given()
  await say('Before')
  const { types, until } = listen(t, (signal) => over(admin).streamChangeRequest({ params }, { signal }))
  await until(() => types().includes('open'))
  await say('After')
  const events = await until(() => types().includes('comment.posted'))
  assert.equal(changesIn(events).length, 1)
})

test('Last-Event-ID continues without a gap and without doubles, on another server', async () => {
  const { admin, params, say } = await given()
  const first = await once(admin, params)
  const ids: string[] = []
  for (const text of ['one', 'two', 'three']) ids.push((await say(text)).id)
  const seen = await once(admin, params, first.at(-1)?.id)
  assert.deepEqual(commentsIn(seen), ids)
  const second = changesWithIds(seen)[1]?.id
  const other = await serveOn({ db: server.db, url: server.url, drop: async () => {} })
  try {
    const again = await collect(
      other.as(admin).streamChangeRequest({ params, query: { seconds: 0 } }, { lastEventId: second ?? '' }),
    )
    assert.deepEqual(commentsIn(again), ids.slice(2))
  } finally {
    await other.stop()
  }
})

test('an event of a transaction that commits late is neither skipped nor sent out of its place', async () => {
  const { admin, params, say, organizationId } = await given()
  const start = (await once(admin, params)).at(-1)?.id
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: written, resolve: onWritten } = Promise.withResolvers<void>()
  const late = server.db.transaction().execute(async (db) => {
    await insertEvent(db, organizationId, params, 'late')
    onWritten()
    await held
  })
  await written
  const { id: early } = await say('early')
  const seen = await once(admin, params, start)
  assert.deepEqual(commentsIn(seen), [early])
  release()
  await late
  assert.deepEqual(commentsIn(await once(admin, params, seen.at(-1)?.id)), ['late'])
  assert.deepEqual(commentsIn(await once(admin, params, start)), [early, 'late'])
})

test('servers that number at the same time leave no gap and give no position twice', async () => {
  const { organizationId, say } = await given()
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) {
        await say(text)
        await inTransaction(server.db, { repeatable: true }, (db) => numberEvents(db, organizationId))
      }
    }),
  )
  const rows = await server.db
    .selectFrom('events')
    .select(['position', 'recorded_at'])
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .execute()
  assert.deepEqual(
    rows.map(({ position }) => position),
    rows.map((_, index) => index + 1),
  )
})

for (const [name, lastEventId] of [
  ['of another history', '1-nothing'],
  ['of the future', '900000-abc'],
  ['that is none', 'what?'],
] as const) {
  test(`a Last-Event-ID ${name} gets a reset`, async () => {
    const { admin, params, say } = await given()
    await say('Something')
    const seen = await once(admin, params, lastEventId)
    assert.deepEqual(
      seen.map(({ event }) => event),
      ['reset'],
    )
    assert.deepEqual(
      (await once(admin, params, seen[0]?.id)).map(({ event }) => event),
      ['open'],
    )
  })
}

test('a Last-Event-ID whose events were pruned gets a reset', async () => {
  const { admin, params, say, organizationId } = await given()
  const start = (await once(admin, params)).at(-1)?.id
  await say('one')
  await say('two')
  await once(admin, params)
  await server.db
    .deleteFrom('events')
    .where('organization_id', '=', organizationId)
    .where('position', '<', 4)
    .execute()
  const seen = await once(admin, params, start)
  assert.equal(seen[0]?.event, 'reset')
})

test('a stream of an organization tells only of what its receiver can read', async (t) => {
  const { organizationId, admin } = await given()
  const guest = await givenMember(server, { id: organizationId }, null)
  const own = await givenSpace(server, { id: organizationId })
  const secret = await givenSpace(server, { id: organizationId }, { defaultLevel: null })
  const access = { role: 'comment' as const, users: [guest.id] }
  await server.as(admin).inviteToSpace({ params: { spaceId: own }, body: access })
  const { types, until } = listen(t, (signal) =>
    over(guest).streamOrganization({ params: { organizationId } }, { signal }),
  )
  await until(() => types().includes('open'))
  await server.as(admin).updateSpaceById({ params: { spaceId: secret }, body: { title: 'Hidden' } })
  await server.as(admin).createChangeRequest({ params: { spaceId: secret }, body: {} })
  await server.as(admin).createChangeRequest({ params: { spaceId: own }, body: {} })
  await until(() => types().includes('change_request.created'))
  await server.as(admin).deleteSpaceById({ params: { spaceId: own } })
  const events = await until(() => types().includes('space.deleted'))
  assert.deepEqual(types(), ['open', 'change_request.created', 'space.deleted'])
  assert.ok(changesIn(events).every(({ space }) => space === own))
})

test('a stream of an organization tells of sites, teams and members to their readers', async (t) => {
  const { organizationId, admin } = await given()
  const params = { organizationId }
  const [member, guest] = [
    await givenMember(server, { id: organizationId }, 'read'),
    await givenMember(server, { id: organizationId }, null),
  ]
  const shown = await givenSpace(server, { id: organizationId }, { defaultLevel: null })
  const hears = (person: Person) =>
    listen(t, (signal) => over(person).streamOrganization({ params }, { signal }))
  const [all, some] = [hears(member), hears(guest)]
  await Promise.all([all, some].map(({ types, until }) => until(() => types().includes('open'))))
  const api = server.as(admin)
  const site = await api.createSite({ params, body: { type: 'ultimate' } })
  const team = await api.createOrganizationTeam({ params, body: { title: 'Writers' } })
  // Access is decided when an event is sent: it must be sent before the guest gets access.
  await all.until(() => all.types().includes('team.created'))
  const place = { ...params, teamId: team.id }
  await api.addMemberToOrganizationTeamById({
    params: { ...place, userId: guest.id },
    body: { role: 'member' },
  })
  await api.updateTeamInOrganizationById({ params: place, body: { title: 'Editors' } })
  await api.updateMemberInOrganizationById({
    params: { ...params, userId: member.id },
    body: { role: 'edit' },
  })
  await api.inviteToSpace({ params: { spaceId: shown }, body: { role: 'read', users: [guest.id] } })
  await api.addSpaceToSite({ params: { ...params, siteId: site.id }, body: { spaceId: shown } })
  await api.publishSite({ params: { ...params, siteId: site.id } })
  const heard = await all.until(() => all.types().includes('site.published'))
  assert.deepEqual(
    changesIn(heard).map(({ type, site: on, team: of, user, space }) => [type, on ?? of ?? user, space]),
    [
      ['site.created', site.id, undefined],
      ['team.created', team.id, undefined],
      ['team.member_set', team.id, undefined],
      ['team.renamed', team.id, undefined],
      ['member.role_changed', member.id, undefined],
      ['site.space_added', site.id, undefined],
      ['site.published', site.id, undefined],
    ],
  )
  // A guest reads their own teams, and sites with a space that they can read.
  await some.until(() => some.types().includes('site.published'))
  assert.deepEqual(some.types(), [
    'open',
    'team.member_set',
    'team.renamed',
    'site.space_added',
    'site.published',
  ])
  await api.updateMemberInOrganizationById({
    params: { ...params, userId: guest.id },
    body: { role: 'read' },
  })
  const own = await some.until(() => some.types().includes('member.role_changed'))
  assert.deepEqual(changesIn(own).at(-1)?.user, guest.id)
})

test('a mention reaches the mentioned person alone', async (t) => {
  const { organizationId, admin, member, params, say } = await given()
  const other = await givenMember(server, { id: organizationId }, 'edit')
  const [to, beside] = [member, other].map((person) =>
    listen(t, (signal) => over(person).streamOrganization({ params: { organizationId } }, { signal })),
  )
  await to?.until(() => to.types().includes('open'))
  await beside?.until(() => beside.types().includes('open'))
  await say(`Hello [@them](/users/${member.id})`, admin)
  await server.as(admin).updateChangeRequestById({ params, body: { subject: 'Last' } })
  const events = await to?.until(() => to.types().includes('change_request.edited'))
  await beside?.until(() => beside.types().includes('change_request.edited'))
  assert.deepEqual(beside?.types(), ['open', 'change_request.edited'])
  if (to?.types().includes('comment.mentioned')) assert.equal(changesIn(events ?? [])[0]?.user, member.id)
  else assert.fail('no mention arrived')
})

test('comments on a space are in the stream of the organization, for those who can read them', async (t) => {
  const { organizationId, admin, member, params, say } = await given()
  const reader = await givenMember(server, { id: organizationId }, 'read')
  const [to, beside] = [member, reader].map((person) =>
    listen(t, (signal) => over(person).streamOrganization({ params: { organizationId } }, { signal })),
  )
  for (const one of [to, beside]) await one?.until(() => one.types().includes('open'))
  const { spaceId } = params
  await say('About the change request', admin)
  const body = { body: { markdown: 'About the space' } }
  const { id } = await server.as(admin).postCommentInSpace({ params: { spaceId }, body })
  await server.as(admin).updateSpaceById({ params: { spaceId }, body: { title: 'Last' } })
  for (const one of [to, beside]) await one?.until(() => one.types().includes('space.updated'))
  assert.deepEqual(to?.types(), ['open', 'comment.posted', 'space.updated'])
  assert.deepEqual(commentsIn(to?.events() ?? [])[0], id)
  assert.deepEqual(beside?.types(), ['open', 'space.updated'])
})

test('anonymous callers, strangers and readers without comment level open no stream', async () => {
  const { organizationId, params } = await given()
  const stranger = await givenUser(server)
  const { admin: elsewhere } = await givenOrganization(server)
  const reader = await givenMember(server, { id: organizationId }, 'read')
  for (const [person, status, organizationStatus] of [
    [undefined, 401, 401],
    [stranger, 404, 404],
    [elsewhere, 404, 404],
    [reader, 403, 200],
  ] as const) {
    assert.equal(await statusOf(() => once(person, params)), status)
    const stream = server.as(person).streamOrganization({ params: { organizationId }, query: { seconds: 0 } })
    assert.equal(await statusOf(() => collect(stream)), organizationStatus)
  }
})

test('a token needs the scope, and a token of another organization opens nothing', async () => {
  const { organizationId, admin, params } = await given()
  const { id: elsewhere } = await givenOrganization(server)
  const scoped = await givenToken(server, admin.id, { scopes: ['organization:read'] })
  const bound = await givenToken(server, admin.id, { organizationId: elsewhere })
  assert.equal(await statusOf(() => once(scoped, params)), 403)
  assert.equal(await statusOf(() => once(bound, params)), 404)
  assert.ok(organizationId)
})

test('a change request of another space is not found', async () => {
  const { organizationId, admin, params } = await given()
  const spaceId = await givenSpace(server, { id: organizationId })
  assert.equal(await statusOf(() => once(admin, { ...params, spaceId })), 404)
})

test('a person who loses access gets no further event, and the stream ends', async (t) => {
  const { organizationId, admin, member, params, say } = await given()
  const { types, until, ended } = listen(t, (signal) =>
    over(member).streamChangeRequest({ params }, { signal }),
  )
  await until(() => types().includes('open'))
  await server.as(admin).updateMemberInOrganizationById({
    params: { organizationId, userId: member.id },
    body: { role: 'read' },
  })
  await say('Secret', admin)
  const failure = await ended
  assert.ok(failure instanceof ApiFailure)
  assert.equal(failure.status, 403)
  assert.ok(!types().includes('comment.posted'))
})

test('a stream ends with its token, although nothing happens', { timeout: 60_000 }, async (t) => {
  const { admin, member, params } = await given()
  const { types, until, ended } = listen(t, (signal) =>
    over(member).streamChangeRequest({ params }, { signal }),
  )
  await until(() => types().includes('open'))
  await server.db.deleteFrom('tokens').where('id', '=', member.tokenId).execute()
  const failure = await ended
  assert.ok(failure instanceof ApiFailure)
  assert.equal(failure.status, 401)
  assert.ok(admin)
})

test('people and organizations have a limited number of streams, and closing one makes room', async (t) => {
  const { organizationId, admin, member, params } = await given()
  const third = await givenMember(server, { id: organizationId }, 'edit')
  const open = (person: Person) => {
    const stream = listen(t, (signal) => over(person).streamChangeRequest({ params }, { signal }))
    return stream.until(() => stream.types().includes('open')).then(() => stream)
  }
  const [first] = [await open(admin), await open(admin), await open(admin)]
  const mine = await failureOf(() => once(admin, params))
  assert.equal(mine?.status, 429)
  assert.match(mine?.message ?? '', /^You have 3 open streams/)
  await open(member)
  await open(member)
  const theirs = await failureOf(() => once(third, params))
  assert.equal(theirs?.status, 429)
  assert.match(theirs?.message ?? '', /^The organization has 5 open streams/)
  first?.close()
  await eventually(async () => (await statusOf(() => once(third, params))) === 200)
})

test('presence is seen on the stream of the change request, across servers, and ends', async (t) => {
  const { admin, member, params, pageId } = await given()
  const { events, until } = listen(t, (signal) => over(admin).streamChangeRequest({ params }, { signal }))
  const people = () => peopleIn(events()).at(-1)
  await until(() => people()?.length === 0)
  const other = await serveOn({ db: server.db, url: server.url, drop: async () => {} })
  t.after(() => other.stop())
  const body = { client: 'window', page: pageId, state: 'editing' as const }
  await other.as(member).setChangeRequestPresence({ params, body })
  await until(() => people()?.length === 1)
  const [one] = people() ?? []
  assert.deepEqual([one?.user.id, one?.page, one?.state], [member.id, pageId, 'editing'])
  await other.as(member).setChangeRequestPresence({ params, body })
  await other.as(member).setChangeRequestPresence({ params, body: { ...body, state: 'reading' } })
  await until(() => people()?.[0]?.state === 'reading')
  await other.as(member).setChangeRequestPresence({ params, body: { client: 'window', state: null } })
  await until(() => people()?.length === 0)
  assert.deepEqual(
    peopleIn(events()).map(([one]) => one?.state),
    [undefined, 'editing', 'reading', undefined],
  )
})

test('readings that would overlap send no list of people twice', async (t) => {
  const { admin, member, params } = await given()
  const watch = () => listen(t, (signal) => over(admin).streamChangeRequest({ params }, { signal }))
  const first = watch()
  await first.until(() => peopleIn(first.events()).length === 1)
  const [second, third] = await server.db.transaction().execute(async (db) => {
    await sql`lock table change_request_presences in access exclusive mode`.execute(db)
    const late = [watch(), watch()] as const
    for (const { types, until } of late) await until(() => types().includes('open'))
    // Long enough for the regular reading of all change requests, which waits, too.
    await sleep(1_500)
    return late
  })
  await server.as(member).setChangeRequestPresence({ params, body: { client: 'a', state: 'reading' } })
  for (const { events, until } of [first, second, third]) {
    await until(() => peopleIn(events()).at(-1)?.length === 1)
    const lengths = peopleIn(events()).map(({ length }) => length)
    assert.deepEqual(lengths, [...new Set(lengths)])
  }
})

test('a presence expires, and is no event of the log', async () => {
  const { member, params, organizationId } = await given()
  await server.as(member).setChangeRequestPresence({ params, body: { client: 'a', state: 'reading' } })
  const rows = () =>
    server.db
      .selectFrom('change_request_presences')
      .select('expires_at')
      .where('space_id', '=', params.spaceId)
      .execute()
  const [row] = await rows()
  const seconds = (Date.parse(row?.expires_at ?? '') - Date.now()) / 1000
  assert.ok(seconds > 20 && seconds <= 30)
  await prunePresences({}, { db: server.db, now: new Date(Date.now() + 40_000).toISOString() } as never)
  assert.deepEqual(await rows(), [])
  const told = await server.db
    .selectFrom('events')
    .select('body')
    .where('organization_id', '=', organizationId)
    .execute()
  assert.ok(!JSON.stringify(told).includes('reading'))
})

test('readers without comment level report no presence, and a person has twenty windows', async () => {
  const { organizationId, member, params } = await given()
  const reader = await givenMember(server, { id: organizationId }, 'read')
  const say = (person: Person, client: string) =>
    server.as(person).setChangeRequestPresence({ params, body: { client, state: 'reading' } })
  assert.equal(await statusOf(() => say(reader, 'a')), 403)
  for (let window = 0; window < 20; window++) await say(member, `w${window}`)
  assert.equal(await statusOf(() => say(member, 'w20')), 409)
  await say(member, 'w19')
})

test('the job numbers events that nobody watches', async () => {
  const { organizationId } = await given()
  await numberUnwatched({}, { db: server.db } as never)
  const left = await server.db
    .selectFrom('events')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('position', 'is', null)
    .execute()
  assert.deepEqual(left, [])
})

test('a stream is neither stored nor collected by proxies, and HEAD leaves none behind', async () => {
  const { admin, params } = await given()
  const url = `/v1/spaces/${params.spaceId}/change-requests/${params.changeRequestId}/stream`
  const headers = { authorization: `Bearer ${admin.secret}` }
  const answer = await server.app.inject({ url: `${url}?seconds=0`, headers })
  assert.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8')
  assert.equal(answer.headers['cache-control'], 'no-store')
  assert.equal(answer.headers['x-accel-buffering'], 'no')
  for (let times = 0; times < 5; times++) {
    assert.equal((await server.app.inject({ method: 'HEAD', url, headers })).statusCode, 200)
  }
})

test('closing the server ends its streams at once', async () => {
  const { admin, params } = await given()
  const other = await serveOn({ db: server.db, url: server.url, drop: async () => {} })
  const address = await other.app.listen({ host: '127.0.0.1', port: 0 })
  const response = await fetch(
    `${address}/v1/spaces/${params.spaceId}/change-requests/${params.changeRequestId}/stream`,
    { headers: { authorization: `Bearer ${admin.secret}` } },
  )
  const begun = performance.now()
  await Promise.all([other.app.close(), response.text()])
  assert.ok(performance.now() - begun < 5_000)
  await other.stop()
})

/** An organization with a space and a change request in it. */
async function given() {
  const { id: organizationId, admin } = await givenOrganization(server)
  const member = await givenMember(server, { id: organizationId }, 'edit')
  const spaceId = await givenSpace(server, { id: organizationId })
  const { id: changeRequestId } = await server
    .as(member)
    .createChangeRequest({ params: { spaceId }, body: {} })
  const params = { spaceId, changeRequestId }
  const say = (markdown: string, person: Person = member) =>
    server.as(person).postCommentInChangeRequest({ params, body: { body: { markdown } } })
  return { organizationId, admin, member, params, say, pageId: 'a-page' }
}

/** A client over the network, because a stream that stays open needs a connection. */
function over(person: Person | undefined) {
  return createClient({ endpoint, token: person?.secret })
}

type Params = { readonly spaceId: string; readonly changeRequestId: string }
type Caller = { readonly secret: string } | undefined

function once(person: Caller, params: Params, lastEventId?: string) {
  const options = lastEventId === undefined ? {} : { lastEventId }
  return collect(server.as(person).streamChangeRequest({ params, query: { seconds: 0 } }, options))
}

async function collect(stream: AsyncIterable<Event>): Promise<(Event & { readonly id?: string })[]> {
  const all: Event[] = []
  for await (const event of stream) all.push(event)
  return all
}

/** Reads a stream in the background. */
function listen(t: TestContext, open: (signal: AbortSignal) => AsyncIterable<Event>) {
  const seen: Event[] = []
  const closing = new AbortController()
  const close = () => closing.abort()
  const ended = (async () => {
    for await (const event of open(closing.signal)) seen.push(event)
    return undefined
  })().catch((error: unknown) => error)
  t.after(close)
  const until = async (isTrue: () => boolean) => {
    await eventually(async () => isTrue())
    return seen
  }
  const types = () =>
    seen.flatMap((event) => {
      if (event.event === 'presence') return []
      return event.event === 'change' ? [event.data.type] : [event.event]
    })
  return { events: () => seen, types, until, ended, close }
}

async function eventually(isTrue: () => Promise<boolean>) {
  const end = performance.now() + 30_000
  while (!(await isTrue())) {
    if (performance.now() > end) assert.fail('It never became true.')
    await sleep(20)
  }
}

function changesIn(events: readonly Event[]) {
  return events.flatMap((event) => (event.event === 'change' ? [event.data] : []))
}

function changesWithIds(events: readonly Event[]) {
  return events.flatMap((event) => (event.event === 'change' ? [event] : []))
}

function peopleIn(events: readonly Event[]) {
  return events.flatMap((event) => (event.event === 'presence' ? [event.data.people] : []))
}

function commentsIn(events: readonly Event[]) {
  return changesIn(events).map(({ comment }) => comment)
}

async function failureOf(work: () => Promise<unknown>): Promise<ApiFailure | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    assert.ok(error instanceof ApiFailure)
    return error
  }
}

async function statusOf(work: () => Promise<unknown>): Promise<number> {
  return (await failureOf(work))?.status ?? 200
}

async function insertEvent(db: Server['db'], organizationId: string, params: Params, id: string) {
  const body = JSON.stringify({ ...params, commentId: id })
  const event = { organization_id: organizationId, id: `${id}-${Date.now()}`, type: 'comment.posted', body }
  await db
    .insertInto('events')
    .values({ ...event, created_at: new Date().toISOString() })
    .execute()
}
