import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '@stemma/client'
import { givenMember, startServer } from '../../../test/harness.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

for (const status of ['draft', 'open', 'archived', 'merged'] as const) {
  test(`permissions say what each person can really do with a change request that is ${status}`, async () => {
    const given = await givenChange(status)
    for (const [name, person] of Object.entries(given.people)) {
      const api = server.as(person)
      const { permissions } = await api.getChangeRequestById({ params: given.params })
      assert.deepEqual(permissions, await abilitiesOf(api, given), `as ${name}`)
    }
  })
}

test('permissions are the same in every response', async () => {
  const { people, organization, params } = await givenChange('open')
  const { spaceId } = params
  for (const [name, person] of Object.entries(people)) {
    const api = server.as(person)
    const { permissions } = await api.getChangeRequestById({ params })
    const { id: organizationId } = organization
    const [ofSpace] = (await api.listChangeRequestsForSpace({ params: { spaceId } })).items
    const [ofAll] = (await api.listChangeRequestsForOrganization({ params: { organizationId } })).items
    assert.deepEqual([ofSpace?.permissions, ofAll?.permissions], [permissions, permissions], `as ${name}`)
  }
  const author = server.as(people.author)
  const { permissions } = await author.getChangeRequestById({ params })
  const updated = await author.updateChangeRequestById({ params, body: { subject: 'Other' } })
  const written = await author.updateChangeRequestContent({ params, body: { changes: [page('Page')] } })
  assert.ok('permissions' in written)
  assert.deepEqual([updated.permissions, written.permissions], [permissions, permissions])
})

test('in a list of an organization, permissions follow the level on each space', async () => {
  const { people, organization, params: there } = await givenChange('open')
  const { author, reviewer } = people
  const params = { organizationId: organization.id }
  const { id: spaceId } = await server.as(people.admin).createSpace({ params })
  const here = await givenChangeRequest(server, spaceId, author)
  await server.as(author).updateChangeRequestById({ params: here.params, body: { status: 'open' } })
  const grant = { role: 'comment' as const, users: [reviewer.id] }
  await server.as(people.admin).inviteToSpace({ params: { spaceId }, body: grant })
  const { items } = await server.as(reviewer).listChangeRequestsForOrganization({ params })
  const mergeable = new Map(items.map(({ id, permissions }) => [id, permissions.merge]))
  assert.deepEqual([mergeable.get(there.changeRequestId), mergeable.get(here.id)], [true, false])
})

test('a revision does not say what a reader can do with the change request it was merged from', async () => {
  const { people, params } = await givenChange('merged')
  const { mergedFrom } = await server
    .as(people.admin)
    .getCurrentRevision({ params: { spaceId: params.spaceId } })
  assert.equal(mergedFrom?.id, params.changeRequestId)
  assert.ok(mergedFrom && !('permissions' in mergedFrom))
})

async function givenChange(status: 'draft' | 'open' | 'archived' | 'merged') {
  const { organization, spaceId, admin, commenter, editor, reviewer } = await givenWrittenSpace(server)
  const { params, write } = await givenChangeRequest(server, spaceId, reviewer)
  const api = server.as(reviewer)
  if (status === 'merged') {
    await write(page('Page'))
    await api.mergeChangeRequest({ params })
  } else await api.updateChangeRequestById({ params, body: { status } })
  const other = await givenMember(server, organization, 'review')
  return {
    organization,
    params,
    status,
    people: { admin, commenter, editor, author: reviewer, reviewer: other },
  }
}

type Given = Awaited<ReturnType<typeof givenChange>>

/** Tries everything in a way that leaves the change request as it is for the next person. */
async function abilitiesOf(api: Client, { params, status }: Given) {
  const wanted = status === 'merged' ? 'open' : status
  return {
    view: await succeeds(api.getChangeRequestById({ params })),
    comment: await succeeds(api.postCommentInChangeRequest({ params, body: { body: { markdown: 'Yes' } } })),
    edit: await succeeds(api.updateChangeRequestContent({ params, body: { changes: [page('Page')] } })),
    changeStatus: await succeeds(api.updateChangeRequestById({ params, body: { status: wanted } })),
    review: await succeeds(api.submitChangeRequestReview({ params, body: { status: 'approved' } })),
    merge: await succeeds(api.mergeChangeRequest({ params, query: { dryRun: true } })),
  }
}

async function succeeds(request: Promise<unknown>): Promise<boolean> {
  return request.then(
    () => true,
    (error: { readonly status?: number }) => {
      assert.ok(error.status === 403 || error.status === 409, `${error.status}`)
      return false
    },
  )
}
