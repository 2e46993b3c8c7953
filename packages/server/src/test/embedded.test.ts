import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenMember, givenOrganization, givenUser, startServer } from './harness.ts'
import { inputFor, mountedOperations, sendTo } from './samples.ts'
import { givenWorld, grantUser, join } from './world.ts'
import { page } from './writing.ts'

// A response contains only data that its reader could also request directly.
const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('a reader learns what a revision was merged from, and nothing about people', async () => {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const { id: spaceId } = await api.createSpace({ params: { organizationId: organization.id }, body: {} })
  const { id: changeRequestId } = await api.createChangeRequest({
    params: { spaceId },
    body: { subject: 'A better title' },
  })
  const params = { spaceId, changeRequestId }
  await api.updateChangeRequestContent({ params, body: { changes: [page('One')] } })
  const { revision: revisionId } = await api.mergeChangeRequest({ params })
  const of = { params: { spaceId, revisionId } }
  const { permissions: _, ...whole } = await api.getChangeRequestById({ params })
  assert.deepEqual((await api.getRevisionById(of)).mergedFrom, whole)
  const commenter = server.as(await givenMember(server, organization, 'comment'))
  assert.deepEqual((await commenter.getRevisionById(of)).mergedFrom, whole)
  const reader = server.as(await givenMember(server, organization, 'read'))
  await assert.rejects(reader.getChangeRequestById({ params }), { status: 403 })
  const { object, id, number, status, subject } = whole
  assert.deepEqual((await reader.getRevisionById(of)).mergedFrom, { object, id, number, status, subject })
  assert.deepEqual((await reader.getCurrentRevision({ params: { spaceId } })).mergedFrom?.urls, undefined)
})

test('whatever an answer links to answers the same reader', async (t) => {
  const { ours } = await givenWorld(server)
  const [reader, guest] = [await givenUser(server), await givenUser(server)]
  await join(server, ours.organizationId, reader.id, 'read')
  await join(server, ours.organizationId, guest.id, null)
  const places = { spaceIds: [ours.spaceId], collectionId: ours.collectionId }
  await grantUser(server, places, guest.id, { space: 'read' })
  let followed = 0
  const dead = new Set<string>()
  for (const caller of [reader, guest]) {
    for (const mounted of mountedOperations()) {
      const { id, operation } = mounted
      // The events of a stream name objects without linking to them.
      if (operation.method !== 'GET' || operation.streams) continue
      const answer = await sendTo(server, operation, caller.secret, inputFor(mounted, ours, caller))
      if (answer.statusCode !== 200) continue
      for (const url of new Set(locationsIn(JSON.parse(answer.body)))) {
        const { pathname, search } = new URL(url)
        const headers = { authorization: `Bearer ${caller.secret}` }
        const { statusCode } = await server.app.inject({ url: pathname + search, headers })
        if (statusCode !== 200)
          dead.add(`${id}: ${statusCode} ${pathname.replaceAll(/[A-Za-z0-9]{22}/g, '…')}`)
        followed++
      }
    }
  }
  t.diagnostic(`${followed} links`)
  assert.deepEqual(
    [...dead].filter((line) => !meant.includes(line)),
    [],
  )
  assert.ok(followed > 50)
})

/** Links that readers see on purpose although they can't follow them. */
const meant = [
  // Organizations that they can join.
  'getOrganizationsForEmailDomain: 404 /v1/orgs/…',
  // Authors of revisions who have left the organization.
  'listRevisions: 404 /v1/users/…',
  // A site shows its spaces to everyone it is published for.
  'listSiteSections: 404 /v1/spaces/…',
  'listSiteSpaces: 404 /v1/spaces/…',
  'getSiteStructure: 404 /v1/spaces/…',
  'getPublishedContentSite: 404 /v1/spaces/…',
  'getPublishedContentSite: 404 /v1/orgs/…/sites/…',
]

function locationsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { location, ...rest } = value as { location?: unknown }
  return [...(typeof location === 'string' ? [location] : []), ...Object.values(rest).flatMap(locationsIn)]
}
