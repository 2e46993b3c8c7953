import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient } from '@stemma/client'
import { startSlowServer } from './outside.ts'

/** Messages to the process of the loud organization. */
export type Order =
  | { readonly order: 'begin'; readonly target: Target }
  | { readonly order: 'on' | 'off' }
  | { readonly order: 'end' }

export interface Target {
  readonly address: string
  readonly secret: string
  readonly organizationId: string
  /** A large space in live edit mode. */
  readonly spaceId: string
  readonly perSecond: number
}

/** Messages from it: the endpoint of its servers, then the statuses of its requests. */
export type Word =
  | { readonly endpoint: string }
  | { readonly statuses: Readonly<Record<string, number>>; readonly lateMs: number }

const outside = await startSlowServer()
const statuses: Record<string, number> = {}
const outstandingMax = 64
let [isOn, outstanding, number, lateMs] = [false, 0, 0, 0]
process.send?.({ endpoint: outside.endpoint } satisfies Word)
process.on('message', (order: Order) => {
  if (order.order === 'begin') void attack(order.target)
  if (order.order === 'on' || order.order === 'off') {
    isOn = order.order === 'on'
    outside.setSlow(isOn)
  }
  if (order.order === 'end') process.send?.({ statuses, lateMs } satisfies Word, () => process.exit(0))
})
process.on('disconnect', () => process.exit(1))

/** Sends as many requests of every costly kind as the rate limit allows, whatever their outcome. */
async function attack({ address, secret, perSecond, ...place }: Target) {
  const api = createClient({ endpoint: address, token: secret, retries: 0 })
  const works = worksOf(api, place)
  let due = performance.now()
  for (;;) {
    await sleep(10)
    if (!isOn) due = performance.now()
    lateMs = Math.max(lateMs, isOn ? performance.now() - due - 1000 / perSecond : 0)
    for (; isOn && due < performance.now(); due += 1000 / perSecond) {
      const work = works[number++ % works.length]
      if (work === undefined || outstanding >= outstandingMax) count('held back')
      else void send(work)
    }
  }
}

async function send(work: () => Promise<unknown>) {
  outstanding++
  try {
    await work()
    count('ok')
  } catch (error) {
    count(String((error as { status?: number }).status ?? 'failed'))
  } finally {
    outstanding--
  }
}

function count(status: string) {
  statuses[status] = (statuses[status] ?? 0) + 1
}

type Place = Pick<Target, 'organizationId' | 'spaceId'>

function worksOf(api: Client, { organizationId, spaceId }: Place): readonly (() => Promise<unknown>)[] {
  const [ofOrganization, ofSpace] = [{ organizationId }, { spaceId }]
  const url = (path: string) => `http://${outside.endpoint}/${path}/${number}`
  const requestOne = () => api.createChangeRequest({ params: ofSpace, body: { subject: `Change ${number}` } })
  const words = 'Many words about everything. '.repeat(10_000)
  const write = () =>
    api.updateSpaceContent({
      params: ofSpace,
      body: {
        changes: [{ operation: 'insert_page', title: `Page ${number}`, document: { markdown: words } }],
      },
    })
  const merge = async () => {
    const { id: changeRequestId } = await requestOne()
    const params = { ...ofSpace, changeRequestId }
    const document = { markdown: `Text ${number}.\n` }
    const changes = [{ operation: 'insert_page' as const, title: `Merged ${number}`, document }]
    await api.updateChangeRequestContent({ params, body: { changes } })
    await api.mergeChangeRequest({ params })
  }
  const importLarge = async () => {
    const { id: changeRequestId } = await requestOne()
    const body = { url: url('large'), source: 'html' as const }
    await api.importContentInChangeRequest({ params: { ...ofSpace, changeRequestId }, body })
  }
  const importSlowly = () => {
    const source = { type: 'website' as const, url: url('slow') }
    return api.startImportRun({ params: ofOrganization, body: { source, target: { space: spaceId } } })
  }
  const describe = () =>
    api.createOpenAPISpec({
      params: ofOrganization,
      body: { slug: `spec-${number}`, source: { url: url('slow') } },
    })
  const hook = () => api.createWebhook({ params: ofOrganization, body: { url: url('slow') } })
  const open = async (address: Promise<{ readonly url: string }>) => {
    const { status, body } = await fetch((await address).url)
    await body?.pipeTo(new WritableStream())
    if (status >= 400) throw Object.assign(new Error('refused'), { status })
  }
  const search = () =>
    api.searchOrganizationContent({ params: ofOrganization, query: { query: 'words everything', limit: 50 } })
  const listRequests = () => api.listChangeRequestsForSpace({ params: ofSpace, query: { limit: 1000 } })
  const tell = () => api.createOrganizationTeam({ params: ofOrganization, body: { title: `Team ${number}` } })
  const kinds: readonly (readonly [work: () => Promise<unknown>, times: number])[] = [
    [requestOne, 12],
    [merge, 4],
    [tell, 4],
    [search, 3],
    [listRequests, 2],
    [() => api.listPages({ params: ofSpace }), 2],
    [write, 1],
    [importLarge, 1],
    [importSlowly, 1],
    [describe, 2],
    [hook, 1],
    [() => open(api.exportSpaceContent({ params: ofSpace })), 1],
    [() => open(api.getSpacePDF({ params: ofSpace, query: {} })), 1],
  ]
  return interleaved(kinds)
}

/** Repeats each kind the given number of times, evenly spread over a round. */
function interleaved<T>(kinds: readonly (readonly [T, number])[]): readonly T[] {
  const spread = kinds.flatMap(([kind, times]) =>
    Array.from({ length: times }, (_, at) => ({ kind, place: (at + 0.5) / times })),
  )
  return spread.toSorted((a, b) => a.place - b.place).map(({ kind }) => kind)
}
