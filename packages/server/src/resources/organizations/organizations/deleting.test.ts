import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import { givenMember, givenOrganization, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { recorded } from '../../../test/recorded.ts'
import { sessionOf } from '../../../test/second-factors.ts'
import { givenTenant } from '../../../test/world.ts'
import { givenWrittenSpace, page } from '../../../test/writing.ts'
import * as tokens from '../../access/tokens/store.ts'

const server = await startServer({ smtpHost: '127.0.0.1', mailFrom: 'docs@example.com' })
const notFound = { status: 404, reason: 'not_found' }

async function remove(admin: Person, organizationId: string) {
  const { api } = await sessionOf(server, admin.id)
  return api('deleteOrganizationById', { params: { organizationId } })
}

test('a deleted organization is gone for its members at once, and open to its admins', async () => {
  const { organization, admin, editor, spaceId } = await givenWrittenSpace(server, page('Guide'))
  const params = { organizationId: organization.id }
  await server.as(editor).getSpaceById({ params: { spaceId } })
  const answer = await remove(admin, organization.id)
  assert.equal(answer.status, 205)
  const [event] = await recorded(server, organization.id, answer)
  assert.equal(event?.type, 'organization.deleted')
  const member = server.as(editor)
  for (const attempt of [
    () => member.getOrganizationById({ params }),
    () => member.getSpaceById({ params: { spaceId } }),
    () => member.listPages({ params: { spaceId } }),
    () => member.listMembersInOrganizationById({ params }),
    () => member.searchOrganizationContent({ params, query: { query: 'Guide' } }),
  ])
    await assert.rejects(attempt(), notFound)
  assert.deepEqual((await member.listOrganizationsForAuthenticatedUser({})).items, [])
  const own = server.as(admin)
  const shown = await own.getOrganizationById({ params })
  assert.ok(shown.deletedAt !== undefined && shown.restorableUntil !== undefined)
  const days = (Date.parse(shown.restorableUntil) - Date.parse(shown.deletedAt)) / 86_400_000
  assert.equal(days, 14)
  assert.equal((await own.listPages({ params: { spaceId } })).pages[0]?.title, 'Guide')
  const listed = (await own.listOrganizationsForAuthenticatedUser({})).items
  assert.ok(listed.some(({ id, deletedAt }) => id === organization.id && deletedAt !== undefined))
  assert.equal((await remove(admin, organization.id)).status, 204)
})

test('an admin restores it, and everything is as it was', async () => {
  const { organization, admin, editor, spaceId } = await givenWrittenSpace(server, page('Guide'))
  const params = { organizationId: organization.id }
  await remove(admin, organization.id)
  await assert.rejects(server.as(editor).restoreOrganizationById({ params }), notFound)
  const restored = await server.as(admin).request('restoreOrganizationById', { params })
  assert.equal(restored.data.deletedAt, undefined)
  const [event] = await recorded(server, organization.id, restored)
  assert.equal(event?.type, 'organization.restored')
  assert.equal((await server.as(editor).getSpaceById({ params: { spaceId } })).id, spaceId)
  const again = await server.as(admin).request('restoreOrganizationById', { params })
  assert.deepEqual(await recorded(server, organization.id, again), [])
})

test('only an admin deletes an organization, with a recent proof', async () => {
  const organization = await givenOrganization(server)
  const editor = await givenMember(server, organization, 'edit')
  const params = { organizationId: organization.id }
  await assert.rejects(remove(editor, organization.id), { status: 403, reason: 'forbidden' })
  const copied = server.as(organization.admin).deleteOrganizationById({ params })
  await assert.rejects(copied, { status: 403, reason: 'proof_required' })
})

test('its admins get a mail, and nobody else', async () => {
  const organization = await givenOrganization(server)
  const other = await givenMember(server, organization, 'admin')
  await givenMember(server, organization, 'edit')
  await remove(organization.admin, organization.id)
  const mails = await server.db
    .selectFrom('mails')
    .select('recipient')
    .where('organization_id', '=', organization.id)
    .execute()
  const admins = [organization.admin.email, other.email].toSorted()
  assert.deepEqual(mails.map(({ recipient }) => recipient).toSorted(), admins)
})

test('webhooks, provisioning, invite links and integrations stop with the deletion', async () => {
  const tenant = await givenTenant(server)
  const { organizationId, admin, person, inviteId } = tenant
  await server.db
    .updateTable('webhooks')
    .set({ event_types: null })
    .where('organization_id', '=', organizationId)
    .execute()
  const pending = () =>
    server.db
      .selectFrom('webhook_deliveries')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('status', '=', 'pending')
      .execute()
  await server.as(admin).updateOrganizationById({ params: { organizationId }, body: { title: 'New' } })
  assert.ok((await pending()).length > 0)
  await server.as(admin).deleteOrganizationById({ params: { organizationId } })
  await server.as(admin).updateOrganizationById({ params: { organizationId }, body: { title: 'Newer' } })
  assert.deepEqual(await pending(), [])
  const stranger = (await givenOrganization(server)).admin
  const joining = server.as(stranger).joinOrganizationWithInvite({ params: { organizationId, inviteId } })
  await assert.rejects(joining, notFound)
  const token = await tokens.issue(server.db, {
    ...{ userId: admin.id, organizationId, label: 'one', scopes: null, ssoOrganizationId: null },
    ...{ installationId: tenant.integration.installationId, now: new Date().toISOString() },
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
  })
  const params = { spaceId: tenant.spaceId }
  await assert.rejects(server.as(token).getSpaceById({ params }), notFound)
  await assert.rejects(server.as(person).getOrganizationById({ params: { organizationId } }), notFound)
})

test('its sites are offline at once, and come back with it', async () => {
  const { url, params, admin } = await givenPublished(server)
  const open = openerFor(server)
  assert.equal((await open(url)).status, 200)
  await remove(admin, params.organizationId)
  assert.equal((await open(url)).status, 404)
  const { organizationId } = params
  await server.as(admin).restoreOrganizationById({ params: { organizationId } })
  assert.equal((await open(url)).status, 200)
})

test('people who would be new neither join nor find it by their domain', async () => {
  const organization = await givenOrganization(server)
  const domain = `${organization.id.toLowerCase()}.example.com`
  const body = { emailDomains: [domain] }
  await server
    .as(organization.admin)
    .updateOrganizationById({ params: { organizationId: organization.id }, body })
  await givenVerifiedDomain(server, organization.id, domain)
  const person = await givenUser(server, { email: `ada-${Date.now()}@${domain}`, verified: true })
  const params = { emailDomain: domain }
  const found = () => server.as(person).getOrganizationsForEmailDomain({ params })
  assert.equal((await found()).organizations.length, 1)
  await remove(organization.admin, organization.id)
  assert.deepEqual((await found()).organizations, [])
  const joining = server.as(person).joinOrganization({ params: { organizationId: organization.id } })
  await assert.rejects(joining, notFound)
})
