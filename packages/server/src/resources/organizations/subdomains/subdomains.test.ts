import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenOrganization, givenUser, startServer } from '../../../test/harness.ts'
import { assertRefused, refusalOf } from '../../../test/recorded.ts'

const server = await startServer()

test('a subdomain leads to the organization that has it as its hostname, and only one can', async () => {
  const { id, admin } = await givenOrganization(server)
  const params = { organizationId: id }
  const anybody = server.as(await givenUser(server))
  const at = { params: { subdomain: 'acme-docs' } }
  assert.equal((await refusalOf(anybody.getSubdomain(at))).status, 404)
  await server.as(admin).updateOrganizationById({ params, body: { hostname: 'acme-docs' } })
  assert.deepEqual(await anybody.getSubdomain(at), {
    object: 'subdomain',
    subdomain: 'acme-docs',
    target: { type: 'organization', organization: id },
    isActive: true,
  })
  const other = await givenOrganization(server)
  const taken = server
    .as(other.admin)
    .updateOrganizationById({ params: { organizationId: other.id }, body: { hostname: 'acme-docs' } })
  await assertRefused(server, other.id, taken, 'conflict')
  await server.as(admin).updateOrganizationById({ params, body: { hostname: 'acme-manual' } })
  assert.equal((await refusalOf(anybody.getSubdomain(at))).status, 404)
  for (const subdomain of ['ab', 'Acme', '-acme', 'acme-'])
    assert.equal((await refusalOf(anybody.getSubdomain({ params: { subdomain } }))).status, 400)
})
