import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { startServer } from '../../../test/harness.ts'
import { givenChangeRequest, givenWrittenSpace } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('change requests of an organization are listed with several statuses', async () => {
  const { list, first, second, third } = await givenThree()
  assert.deepEqual(await list({ status: ['draft', 'open'] }), [third, first])
  assert.deepEqual(await list({ status: ['archived'] }), [second])
  assert.deepEqual(await list({ status: 'archived' }), [second])
  assert.deepEqual(await list({}), [first])
  await assert.rejects(list({ status: ['open', 'lost'] }), { status: 400 })
})

test('change requests are listed by creation, or by their last change', async () => {
  const { admin, spaceId, list, first, second, third } = await givenThree()
  const status = ['draft', 'open', 'archived']
  assert.deepEqual(await list({ status }), [third, second, first])
  assert.deepEqual(await list({ status, orderBy: 'createdAt' }), [third, second, first])
  assert.deepEqual(await list({ status, orderBy: 'updatedAt' }), [first, third, second])
  const other = await givenChangeRequest(server, spaceId, admin)
  const ofSpace = async (orderBy: 'createdAt' | 'updatedAt') => {
    const input = { params: { spaceId }, query: { status: 'draft', orderBy, limit: 1 } } as const
    return idsOf(each(server.as(admin).listChangeRequestsForSpace, input))
  }
  assert.deepEqual(await ofSpace('createdAt'), [other.id, third])
  assert.deepEqual(await ofSpace('updatedAt'), [third, other.id])
})

test('a page of one order is no page of another', async () => {
  const { admin, organization } = await givenThree()
  const params = { organizationId: organization.id }
  const list = (query: object) => server.as(admin).listChangeRequestsForOrganization({ params, query })
  const status = ['draft', 'open']
  const { next } = await list({ status, limit: 1 })
  await assert.rejects(list({ status, orderBy: 'updatedAt', page: next?.page }), { status: 400 })
})

/** Open, archived and draft, in this order of creation. The first was changed last, then the third. */
async function givenThree() {
  const given = await givenWrittenSpace(server)
  const { organization, admin, editor, spaceId } = given
  const made = []
  for (const [year, status] of [
    [2033, 'open'] as const,
    [2031, 'archived'] as const,
    [2032, 'draft'] as const,
  ]) {
    const { id, params } = await givenChangeRequest(server, spaceId, editor)
    server.time.now = `${year}-01-01T00:00:00.000Z`
    await server.as(editor).updateChangeRequestById({ params, body: { status } })
    server.time.now = undefined
    made.push(id)
  }
  const [first, second, third] = made
  const params = { organizationId: organization.id }
  const list = (query: object) =>
    idsOf(each(server.as(admin).listChangeRequestsForOrganization, { params, query: { ...query, limit: 1 } }))
  return { ...given, list, first, second, third }
}

async function idsOf(listed: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of listed) ids.push(id)
  return ids
}
