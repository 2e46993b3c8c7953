import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { givenClaimant, newHost } from '../test/claiming.ts'
import { givenVerifiedDomain } from '../test/domains.ts'
import { startServer } from '../test/harness.ts'
import { permitCertificates } from './tls-permission.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

async function statusOf(domain: string, more: Readonly<Record<string, unknown>> = {}) {
  const url = `/~tls?domain=${encodeURIComponent(domain)}`
  return (await server.app.inject({ url, remoteAddress: '127.0.0.1', ...more })).statusCode
}

async function givenHostname() {
  const claimant = await givenClaimant(server)
  const host = newHost()
  await givenVerifiedDomain(server, claimant.organizationId, host)
  await claimant.claim({ hostname: host })
  return host
}

test('a certificate is permitted for verified hosts of sites, and for nothing else', async () => {
  const host = await givenHostname()
  assert.deepEqual([await statusOf(host), await statusOf(host.toUpperCase())], [200, 200])
  const pending = newHost()
  await (await givenClaimant(server)).claim({ hostname: pending })
  for (const other of [pending, `x.${host}`, host.slice(5), newHost(), '127.0.0.1', '', `${host}/`, 'a b'])
    assert.equal(await statusOf(other), 404, other)
  const proxied = await givenClaimant(server)
  const front = newHost()
  await givenVerifiedDomain(server, proxied.organizationId, front)
  await proxied.claim({ proxy: `${front}/docs` })
  assert.equal(await statusOf(front), 200)
})

test('nobody learns through a proxy, from another machine or at a site what is verified', async () => {
  const host = await givenHostname()
  assert.equal(await statusOf(host, { remoteAddress: '192.0.2.1' }), 404)
  assert.equal(await statusOf(host, { headers: { 'x-forwarded-for': '192.0.2.1' } }), 404)
  assert.equal(await statusOf(host, { headers: { host } }), 404)
  const silent = await startServer({ tlsPermission: 'off' })
  const asked = { url: `/~tls?domain=${host}`, remoteAddress: '127.0.0.1' }
  assert.equal((await silent.app.inject(asked)).statusCode, 404)
})

test('an answer is remembered, and a flood of names is not looked up at once', async (t) => {
  const looked: string[] = []
  let lookUp = async (host: string) => host.startsWith('known')
  const app = Fastify()
  t.after(() => app.close())
  permitCertificates(app, {
    tlsPermission: 'on',
    hasSite: (host) => {
      looked.push(host)
      return lookUp(host)
    },
  })
  const ask = async (domain: string) => (await app.inject({ url: `/~tls?domain=${domain}` })).statusCode
  for (let time = 0; time < 3; time++) assert.equal(await ask('known.example.com'), 200)
  assert.deepEqual(looked, ['known.example.com'])
  const gate = Promise.withResolvers<boolean>()
  lookUp = () => gate.promise
  const names = Array.from({ length: 20 }, (_, index) => `n${index}.example.com`)
  const flood = Promise.all([...names, ...names].map(ask))
  await new Promise(setImmediate)
  assert.equal(await ask('known.example.com'), 200, 'others are answered meanwhile')
  gate.resolve(false)
  const statuses = await flood
  assert.equal(statuses.filter((status) => status === 404).length, 16)
  assert.equal(statuses.filter((status) => status === 503).length, 24)
  assert.equal(looked.length, 9)
  lookUp = () => Promise.reject(new Error('no database'))
  assert.equal(await ask('new.example.com'), 503)
})
