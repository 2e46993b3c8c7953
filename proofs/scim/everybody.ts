import { setTimeout as sleep } from 'node:timers/promises'
import type { ScimClient } from '../../packages/server/src/test/provisioning.ts'
import { oktaUser, patchOf } from '../../packages/server/src/test/provisioning.ts'

const atOnce = 8

/** Brings everybody in and out again, from the beginning after each kill. */
export async function everybody(open: Open, emails: readonly string[], kills: number) {
  let [sent, killed] = [0, 0]
  let running = await open()
  const restart = async () => {
    running.child.kill('SIGKILL')
    await running.ended
    killed++
    running = await open()
  }
  const send: ScimClient = async (method, path, body) => {
    sent++
    return running.send(method, path, body)
  }
  for (const [step, share] of [
    [provision, 1],
    [deprovision, 2],
  ] as const) {
    for (let kill = 0; kill < kills / 2; kill++) {
      const until = Math.ceil((emails.length * (kill + 1)) / (kills / 2 + 1))
      const interrupted = inLanes(emails.slice(0, until), (email) => step(send, email)).catch(() => {})
      await sleep((until / atOnce) * share * 4)
      await restart()
      await interrupted
    }
    await inLanes(emails, (email) => step(send, email))
  }
  await running.stop()
  return { sent, killed }
}

type Open = () => Promise<Running>

interface Running {
  readonly send: ScimClient
  readonly child: { kill(signal: 'SIGKILL'): boolean }
  readonly ended: Promise<unknown>
  readonly stop: () => Promise<unknown>
}

/** As a provider does that doesn't know how far it got: it looks first, and creates whom it doesn't find. */
async function provision(send: ScimClient, email: string) {
  const { body, status } = await send('POST', '/Users', oktaUser(email))
  if (status === 201 && body.active) return
  if (status === 409 && (await idOf(send, email)) !== undefined) return
  throw new Error(`${email} was not provisioned: ${status} ${JSON.stringify(body)}`)
}

async function deprovision(send: ScimClient, email: string) {
  const id = await idOf(send, email)
  if (id === undefined) return
  const off = await send('PATCH', `/Users/${id}`, patchOf({ op: 'replace', path: 'active', value: false }))
  if (off.status !== 200 || off.body.active) throw new Error(`${email} is active: ${off.status}`)
  const { status } = await send('DELETE', `/Users/${id}`)
  if (status !== 204) throw new Error(`${email} was not deleted: ${status}`)
}

async function idOf(send: ScimClient, email: string): Promise<string | undefined> {
  const { body } = await send('GET', `/Users?attributes=id&filter=userName%20eq%20%22${email}%22`)
  return body.Resources[0]?.id
}

/** Several requests at a time. The first failure ends all of them. */
async function inLanes(emails: readonly string[], step: (email: string) => Promise<void>) {
  const waiting = emails.values()
  const lane = async () => {
    for (const email of waiting) await step(email)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}
