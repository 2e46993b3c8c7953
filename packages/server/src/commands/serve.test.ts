import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@stemma/client'
import { sql } from 'kysely'
import { createTestDatabase } from '../test/database.ts'
import { killAll, startCommand, startServe, stemmaServer } from '../test/process.ts'

const { db, url, drop } = await createTestDatabase()
const address = new URL(`${url}?application_name=server`)
address.password = 'hunter2'
const settings = { DATABASE_URL: address.href, STEMMA_LOG_LEVEL: 'trace' }
const account = JSON.parse(
  (await stemmaServer(['init', '--json', '--email', 'ada@example.com', '--organization', 'Acme'], settings))
    .stdout,
)
const secret: string = account.token.secret
after(killAll)
after(drop)

const clientOf = (address: string) => createClient({ endpoint: address, token: secret, retries: 0 })
const rename = (address: string, displayName: string) =>
  clientOf(address).updateUserById({ params: { userId: account.user.id }, body: { displayName } })

test('after SIGTERM a running request is finished, none is taken, and the process ends well', async () => {
  const server = await startServe(settings)
  const { renamed, release } = await renameHeld(server.address, 'Ada Lovelace')
  // An idle connection must not delay the shutdown.
  const silent = connect(Number(new URL(server.address).port), '127.0.0.1').on('error', () => {})
  await sleep(50)

  server.child.kill('SIGTERM')
  await untilNotReady(server.address)
  assert.equal(server.child.exitCode, null, 'it waits for the request')
  await release()
  assert.equal((await renamed).displayName, 'Ada Lovelace')
  const begun = Date.now()
  const { code, stdout, stderr } = await server.ended
  assert.equal(code, 0)
  assert.ok(Date.now() - begun < 5_000, 'it ends soon after its last request')
  assert.match(stdout, /"operation":"updateUserById".*"status":200/)
  assert.equal(stderr, '')
  silent.destroy()

  const { last_used_at } = await db
    .selectFrom('tokens')
    .select('last_used_at')
    .where('id', '=', account.token.id)
    .executeTakeFirstOrThrow()
  assert.ok(last_used_at, 'when the token was used last is written down before the end')
})

test('requests whose senders have left do not delay the end', async () => {
  const server = await startServe(settings)
  const { hostname, port } = new URL(server.address)
  const space = `/git/${account.organization.id}/none/docs.git/git-receive-pack`
  for (const [path, type] of [
    ['/v1/user/tokens', 'application/json'],
    [space, 'application/x-git-receive-pack-request'],
  ]) {
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${secret}\r\n` +
        `content-type: ${type}\r\ncontent-length: 100\r\n\r\n{`,
    )
    await sleep(300)
    socket.destroy()
  }
  await sleep(300)
  const begun = Date.now()
  assert.equal((await server.stop()).code, 0)
  assert.ok(Date.now() - begun < 5_000, 'it ends soon')
})

test('a second signal ends it at once', async () => {
  const server = await startServe(settings)
  const { renamed, release } = await renameHeld(server.address, 'Nobody')
  server.child.kill('SIGTERM')
  await untilNotReady(server.address)
  server.child.kill('SIGINT')
  const { code } = await server.ended
  assert.equal(code, 1)
  await assert.rejects(renamed)
  await release()
})

test('the log has one line of JSON for each request, and no secret at any level', async () => {
  const server = await startServe(settings)
  const client = clientOf(server.address)
  await client.getAuthenticatedUser()
  const created = await client.createToken({ body: { label: 'in secret' } })
  await client.revokeToken({ params: { tokenId: created.id } })
  await fetch(`${server.address}/v1/user?token=${secret}`, {
    headers: { authorization: `Bearer ${secret}x` },
  })
  await fetch(`${server.address}/nowhere/${secret}`, { headers: { authorization: secret } })
  await fetch(`${server.address}/v1/user/tokens`, { method: 'POST', body: secret })
  await terminateConnections()
  await fetch(`${server.address}/v1/user`, { headers: { authorization: `Bearer ${secret}` } })
  const { code, stdout, stderr } = await server.stop()
  assert.equal(code, 0)

  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const requests = lines.filter(({ msg }) => msg === 'request')
  assert.equal(requests.length, 7)
  for (const hidden of [secret, secret.slice(4), created.secret ?? 'no secret', 'hunter2', 'in secret']) {
    assert.ok(!(stdout + stderr).includes(hidden), `${hidden} is in the log`)
  }
})

test('it lives on when its connections to the database are cut', async () => {
  const server = await startServe(settings)
  const { renamed, release } = await renameHeld(server.address, 'Ada')
  await terminateConnections()
  await release()
  const outcome = await renamed.catch((error) => error)
  assert.ok(outcome.displayName === 'Ada' || outcome.status === 503, String(outcome))
  await clientOf(server.address)
    .getAuthenticatedUser()
    .catch(() => undefined)
  assert.equal((await clientOf(server.address).getAuthenticatedUser()).id, account.user.id)
  assert.equal((await server.stop()).code, 0)
})

test('a port that is taken is told in a sentence', async () => {
  const server = await startServe({ ...settings, STEMMA_JOBS: 'off' })
  const port = new URL(server.address).port
  const { code, stderr } = await stemmaServer(['serve'], { ...settings, STEMMA_PORT: port })
  assert.match(stderr, /^The server can't listen on port \d+ of 127\.0\.0\.1: .* set STEMMA_PORT\.\n$/)
  assert.equal(code, 1)
  assert.equal((await server.stop()).code, 0)
})

test('jobs run beside requests, or in a process of their own, or not at all', async () => {
  const add = () => sql`select graphile_worker.add_job('prune_idempotency_keys')`.execute(db)
  const waiting = async () => (await sql`select 1 from graphile_worker.jobs`.execute(db)).rows.length

  const idle = await startServe({ ...settings, STEMMA_JOBS: 'off' })
  await add()
  await sleep(500)
  assert.equal(await waiting(), 1)
  assert.equal((await idle.stop()).code, 0)

  const worker = await startCommand(['work'], settings, /"msg":"working"/)
  while ((await waiting()) > 0) await sleep(20)
  const { code, stdout, stderr } = await worker.stop()
  assert.deepEqual([code, stderr], [0, ''])
  assert.ok(!stdout.includes('hunter2'))

  const server = await startServe(settings)
  await add()
  while ((await waiting()) > 0) await sleep(20)
  assert.equal((await server.stop()).code, 0)
})

test('jobs that wait for the database do not keep deliveries from it', async () => {
  const worker = await startCommand(['work'], settings, /"msg":"working"/)
  const nowhere = JSON.stringify({ organizationId: 'none', webhookId: 'none', deliveryId: 'none' })
  const left = () =>
    sql`select 1 from graphile_worker.jobs where task_identifier = 'deliver_webhook'`.execute(db)
  await db.transaction().execute(async (transaction) => {
    await sql`lock table idempotency_keys in access exclusive mode`.execute(transaction)
    for (const queue of ['a', 'b'])
      await sql`select graphile_worker.add_job('prune_idempotency_keys', queue_name => ${queue})`.execute(db)
    await untilWaiting(2)
    await sql`select graphile_worker.add_job('deliver_webhook', ${nowhere}::json, max_attempts => 1)`.execute(
      db,
    )
    const started = Date.now()
    while ((await left()).rows.length > 0) {
      assert.ok(Date.now() - started < 8000, 'the delivery waits for the others')
      await sleep(50)
    }
  })
  assert.equal((await worker.stop()).code, 0)
})

/** Starts a change of a user that waits in the database until it is released. */
async function renameHeld(address: string, displayName: string) {
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const done = db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('users').select('id').where('id', '=', account.user.id).forUpdate().execute()
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const renamed = rename(address, displayName)
  renamed.catch(() => {})
  await untilWaiting(1)
  const release = async () => {
    held.resolve()
    await done
  }
  return { renamed, release }
}

/** Resolves when this many sessions wait for a lock. */
async function untilWaiting(count: number) {
  for (;;) {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    if (rows.length >= count) return
    await sleep(20)
  }
}

/** Resolves when the server reports that it isn't ready, or no longer listens. */
async function untilNotReady(address: string) {
  for (;;) {
    const status = await fetch(`${address}/readyz`).then(
      (answer) => answer.status,
      () => 'refused',
    )
    if (status === 503 || status === 'refused') return
    await sleep(10)
  }
}

/** Ends the server's connections, as an administrator or a failover would. */
async function terminateConnections() {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'server'`.execute(db)
}
