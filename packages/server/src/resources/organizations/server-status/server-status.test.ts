import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../../common/ids.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { givenOrganization, givenToken, givenUser, startServer } from '../../../test/harness.ts'

const server = await startServer({ operators: ['operator@example.com', 'unproven@example.com'] })
const operator = await givenUser(server, { email: 'operator@example.com' })

test('an operator sees the version, the checks, jobs, mails, storage and the last backup', async () => {
  await enqueue(server.db, 'prune_saml_logins', {})
  await givenFailedMail()
  await givenBackup()
  const status = await server.as(operator).getServerStatus({})
  const { version } = await server.as(undefined).getApiInformation({})
  assert.equal(status.version, version)
  assert.deepEqual(
    status.checks.filter(({ check }) => check === 'migrations').map(({ verdict }) => verdict),
    ['fine'],
  )
  assert.equal(status.jobs.due, 1)
  assert.equal(status.jobs.tasks[0]?.task, 'prune_saml_logins')
  assert.equal(status.jobs.oldestDueAt, status.jobs.tasks[0]?.oldestDueAt)
  const [mail] = status.mails.undelivered
  assert.deepEqual([mail?.kind, mail?.domain, mail?.error], ['test', 'example.org', '550 no such user'])
  assert.equal(JSON.stringify(status).includes('somebody@'), false)
  assert.equal(status.storage.databaseBytes > 1_000_000, true)
  assert.deepEqual(status.backup, {
    finishedAt: '2026-11-17T02:00:00.000Z',
    rows: 10,
    files: 2,
    missing: 1,
    damaged: 0,
  })
})

test('somebody who is not named is refused, also as an admin', async () => {
  const { admin } = await givenOrganization(server)
  await assert.rejects(server.as(admin).getServerStatus({}), { status: 403, reason: 'forbidden' })
  assert.equal((await server.as(admin).getAuthenticatedUser({})).operator, undefined)
  assert.equal((await server.as(operator).getAuthenticatedUser({})).operator, true)
})

test('an address that was never proved makes nobody an operator', async () => {
  const unproven = await givenUser(server, { email: 'unproven@example.com', verified: false })
  await assert.rejects(server.as(unproven).getServerStatus({}), { reason: 'forbidden' })
})

test('tokens that are limited to scopes or to an organization are refused', async () => {
  const organization = await givenOrganization(server)
  const bound = await givenToken(server, operator.id, { organizationId: organization.id })
  await assert.rejects(server.as(bound).getServerStatus({}), { reason: 'forbidden' })
  const scoped = await givenToken(server, operator.id, { scopes: ['user:read'] })
  await assert.rejects(server.as(scoped).getServerStatus({}), { reason: 'insufficient_scope' })
})

async function givenFailedMail() {
  const now = new Date().toISOString()
  await server.db
    .insertInto('mails')
    .values({
      organization_id: newId(),
      id: newId(),
      recipient: 'somebody@example.org',
      language: 'en',
      letter: JSON.stringify({ kind: 'test' }),
      status: 'failed',
      error: '550 no such user',
      next_attempt_at: now,
      expires_at: now,
      created_at: now,
    })
    .execute()
}

async function givenBackup() {
  const row = { id: newId(), finished_at: '2026-11-17T02:00:00.000Z', rows: 10, files: 2 }
  await server.db
    .insertInto('backups')
    .values({ ...row, missing: 1, damaged: 0 })
    .execute()
}
