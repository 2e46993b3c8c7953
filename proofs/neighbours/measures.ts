import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@stemma/client'
import type { Receiver } from '../../packages/server/src/test/receiver.ts'

/** The organization that must not notice its neighbour. */
export interface Quiet {
  readonly address: string
  readonly secret: string
  readonly organizationId: string
  readonly spaceId: string
  readonly pageId: string
  readonly receiver: Receiver
}

/** Its measurements in milliseconds: of each request, and of each event until its delivery. */
export interface Experience {
  readonly reads: number[]
  readonly writes: number[]
  readonly search: number[]
  readonly webhooks: number[]
}

export function noExperience(): Experience {
  return { reads: [], writes: [], search: [], webhooks: [] }
}

/** Reads, writes, searches and waits for webhooks for `ms`; nothing may fail. */
export async function experience(quiet: Quiet, ms: number, seen: Experience) {
  const end = performance.now() + ms
  const isOver = () => performance.now() >= end
  const works = [read(quiet, seen, isOver), write(quiet, seen, isOver), hear(quiet, seen, isOver)]
  await Promise.all(works)
}

/** Far longer than any limit; anything slower is recorded as this. */
const patienceMs = 30_000

async function read(quiet: Quiet, { reads }: Experience, isOver: () => boolean) {
  const { api, spaceId, pageId } = speaking(quiet)
  while (!isOver()) {
    reads.push(await timed(() => api.getPageById({ params: { spaceId, pageId } })))
    reads.push(await timed(() => api.getSpaceById({ params: { spaceId } })))
    await sleep(restMs)
  }
}

const restMs = 25

/** Each text contains a unique word, which is then searched for. */
async function write(quiet: Quiet, { writes, search }: Experience, isOver: () => boolean) {
  const { api, spaceId, pageId } = speaking(quiet)
  while (!isOver()) {
    const word = `word${String(performance.now()).replace('.', 'x')}`
    const changes = [{ operation: 'update_page' as const, page: pageId, document: { markdown: `${word}\n` } }]
    writes.push(await timed(() => api.updateSpaceContent({ params: { spaceId }, body: { changes } })))
    const begun = performance.now()
    const asked = { params: { spaceId }, query: { query: word, limit: 1 } }
    while (performance.now() - begun < patienceMs) {
      if ((await api.searchSpaceContent(asked)).items.length > 0) break
      await sleep(50)
    }
    search.push(performance.now() - begun)
    for (let more = 0; more < 5; more++) {
      writes.push(await timed(() => api.updateSpaceById({ params: { spaceId }, body: { title: word } })))
      await sleep(restMs * 2)
    }
  }
}

async function hear(quiet: Quiet, { writes, webhooks }: Experience, isOver: () => boolean) {
  const { api, organizationId } = speaking(quiet)
  const { receiver } = quiet
  while (!isOver()) {
    let teamId = ''
    const create = async () => {
      const body = { title: 'Told' }
      teamId = (await api.createOrganizationTeam({ params: { organizationId }, body })).id
    }
    writes.push(await timed(create))
    const begun = performance.now()
    const isTold = () => receiver.received.some(({ event }) => event.data.teamId === teamId)
    while (!isTold() && performance.now() - begun < patienceMs) await sleep(20)
    webhooks.push(performance.now() - begun)
    receiver.received.length = 0
    await sleep(500)
  }
}

function speaking({ address, secret, ...place }: Quiet) {
  return { ...place, api: createClient({ endpoint: address, token: secret, retries: 0 }) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
