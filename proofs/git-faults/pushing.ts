import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gitCache } from '../../packages/server/src/git/cache.ts'
import { gitStarter } from '../../packages/server/src/git/process.ts'
import { gatherObjects } from '../../packages/server/src/git/upkeep.ts'
import { type Copy, givenGit } from '../../packages/server/src/test/git-client.ts'
import { between, oneOf } from '../faults/chance.ts'
import { mergeDraft } from '../faults/merging.ts'
import { type Send, senderTo } from '../faults/send.ts'
import { type Account, makeAccount, type Scene } from '../faults/stage.ts'

export interface Plan {
  /** How many changes each client proposes. */
  readonly rounds: number
  readonly kills: number
}

/** What a client was told: its commits are in this change request. */
export interface Acknowledged {
  readonly client: number
  readonly round: number
  readonly tip: string
  readonly number: number
}

/** A space that many clients push to and merge into, and what they were told. */
export interface Pushed {
  readonly spaceId: string
  readonly send: Send
  /** The address of the repository on each server. */
  readonly urls: readonly string[]
  readonly cache: string
  readonly git: Awaited<ReturnType<typeof givenGit>>
  readonly acknowledged: readonly Acknowledged[]
  readonly strange: readonly string[]
  readonly kills: number
  /** How many times the objects of a repository were gathered. */
  readonly gathered: number
  readonly repeats: number
}

export const clients = 8

/** Clients push and merge while the servers are killed, and their cache is deleted or gathered. */
export async function pushThroughKills(scene: Scene, plan: Plan): Promise<Pushed> {
  const { instances, settings, record, stage } = scene
  const account = await makeAccount(settings)
  await Promise.all(instances.map((instance) => instance.start()))
  const send = senderTo(instances, account.token, record)
  const spaceId = await makeSpace(send, account)
  const urls = instances.map(({ address }) => urlOf(address, account, spaceId))
  const cache = join(stage.folder, 'git-cache')
  const git = await givenGit()
  // With the token in the URL, git reports a connection that is refused as a token that is refused.
  await git.git('config', '--global', 'http.extraHeader', `Authorization: Bearer ${account.token}`)
  const acknowledged: Acknowledged[] = []
  const desk: Desk = {
    git,
    urls,
    send,
    spaceId,
    acknowledged,
    strange: record.strange,
    repeats: 0,
    flying: [],
  }
  const copies: Copy[] = []
  for (let client = 0; client < clients; client++) copies.push(await git.clone(oneOf(urls)))
  let [isOver, kills] = [false, 0]
  const killing = async () => {
    while (!isOver && kills < plan.kills) {
      kills += 1
      const instance = await untilFlying(scene, desk)
      await instance.kill()
      if (between(0, 2) === 0) await dropCache(cache, spaceId)
      await instance.start()
    }
  }
  const stop = () => {
    isOver = true
  }
  const gathering = async () => {
    let gathered = 0
    while (!isOver) {
      gathered += await gatherAll(cache)
      await pause(between(0, gatherWithinMs))
    }
    return gathered
  }
  const working = copies.map((copy, client) => work(desk, { copy, client, rounds: plan.rounds }))
  const all = [Promise.all(working).finally(stop), killing(), gathering()] as const
  const [, , gathered] = await Promise.all(all).finally(() => {
    stop()
    return Promise.allSettled(all)
  })
  return { ...desk, cache, kills, gathered, repeats: desk.repeats }
}

/** Waits until a server is busy with a push, and for a random part of the time that one takes. */
async function untilFlying({ instances }: Scene, { flying }: Desk): Promise<Scene['instances'][number]> {
  const latest = Date.now() + idleMsMax
  while (flying.length === 0 && Date.now() < latest) await pause(5)
  await pause(between(0, killWithinMs))
  const url = flying[0] ?? ''
  return instances.find(({ address }) => url.startsWith(address)) ?? oneOf(instances)
}

const idleMsMax = 5000
const killWithinMs = 1000

/** Gathers the objects of all repositories, which servers read and write meanwhile, however few there are. */
async function gatherAll(cache: string): Promise<number> {
  const repositories = await gitCache(cache).repositories()
  const done = await Promise.allSettled(
    // A repository may be deleted meanwhile.
    repositories.map((one) => gatherObjects(startGit, one, { single: -1, packs: 0 })),
  )
  return done.filter(({ status }) => status === 'fulfilled').length
}

const startGit = gitStarter()
const gatherWithinMs = 1500

/** Another server may be working in it: nothing but a rename is at once. */
export async function dropCache(cache: string, spaceId: string) {
  const gone = join(cache, `.gone-${Date.now()}-${between(0, 1e9)}`)
  await rename(join(cache, spaceId), gone).catch(() => {})
  await rm(gone, { recursive: true, force: true })
}

function urlOf(address: string, { organizationId }: Account, spaceId: string): string {
  return `${address}/git/${organizationId}/${spaceId}/docs.git`
}

async function makeSpace(send: Send, { organizationId }: Account): Promise<string> {
  const body = { editMode: 'live' } as const
  const made = await send((api) => api.request('createSpace', { params: { organizationId }, body }))
  const spaceId = made?.data.id ?? ''
  const markdown = Array.from({ length: clients }, (_, client) => paragraphOf(client, 0)).join('\n')
  const change = { operation: 'insert_page' as const, title: 'Shared', document: { markdown } }
  await send((api) => api.request('updateSpaceContent', { params: { spaceId }, body: { changes: [change] } }))
  return spaceId
}

/** Of a client in the page that all of them edit. The lines between keep git from calling it a conflict. */
function paragraphOf(client: number, round: number): string {
  return `Client ${client} is in round ${round}.\n\n---\n\nBelow client ${client}.\n`
}

export function pageOf({ client, round }: Pick<Acknowledged, 'client' | 'round'>): string {
  return `c${client}r${round}`
}

interface Desk {
  readonly git: Awaited<ReturnType<typeof givenGit>>
  readonly urls: readonly string[]
  readonly send: Send
  readonly spaceId: string
  readonly acknowledged: Acknowledged[]
  readonly strange: string[]
  /** The repositories that commands of git are busy with, the oldest first. */
  readonly flying: string[]
  repeats: number
}

/**
 * One client: a commit or two, a push after each to a branch or a proposal, sometimes another one of the
 * same, and the merge.
 */
async function work(
  desk: Desk,
  { copy, client, rounds }: { readonly copy: Copy; readonly client: number; readonly rounds: number },
) {
  for (let round = 1; round <= rounds; round++) {
    if (round > 1) await catchUp(desk, copy)
    const page = pageOf({ client, round })
    const files = await copy.files()
    const shared = (files.get('shared.md') ?? '').replace(
      ownLine(client),
      `Client ${client} is in round ${round}.`,
    )
    let number = 0
    const ref = oneOf(['refs/for/main', `refs/heads/client-${client}`])
    for (const text of oneOf([['Done.'], ['Begun.', 'Done.']])) {
      const tip = await copy.commit({ [`${page}.md`]: `# ${page}\n\n${text}\n`, 'shared.md': shared }, page)
      number = await push(desk, copy, ref, { client, round, tip })
      const again = between(0, 3) === 0 ? await push(desk, copy, ref, { client, round, tip }) : number
      if (again !== number) desk.strange.push(`${page} is #${number}, and then #${again}`)
    }
    const params = { spaceId: desk.spaceId, changeRequestId: String(number) }
    const { revision, conflicts } = await mergeDraft(desk.send, params, page)
    if (revision === undefined) desk.strange.push(`#${number} of ${page} was not merged`)
    if (conflicts > 0) desk.strange.push(`#${number} of ${page} had conflicts`)
  }
}

function ownLine(client: number): RegExp {
  return new RegExp(`Client ${client} is in round \\d+\\.`)
}

/** As people do: begin at main again, merge it, or just go on. */
async function catchUp(desk: Desk, copy: Copy) {
  const how = oneOf(['reset', 'merge', 'go on'] as const)
  if (how === 'go on') return
  await insist(desk, (url) => copy.git('fetch', '--quiet', url, 'main'))
  if (how === 'reset') await copy.git('reset', '--quiet', '--hard', 'FETCH_HEAD')
  else await copy.git('merge', '--quiet', '--no-edit', 'FETCH_HEAD')
}

/** Pushes until a server says which change request has the commit. */
async function push(
  desk: Desk,
  copy: Copy,
  ref: string,
  told: Omit<Acknowledged, 'number'>,
): Promise<number> {
  const number = await insist(desk, async (url) => {
    const said = await copy.git('push', url, `HEAD:${ref}`)
    // A branch that arrived before is not pushed again.
    const isThere = said.includes('Everything up-to-date')
    const text = isThere ? await copy.git('ls-remote', url) : said
    const pattern = isThere ? `^${told.tip}\trefs/changes/(\\d+)/head$` : 'Change request #(\\d+) '
    const found = new RegExp(pattern, 'm').exec(text)?.[1]
    if (found === undefined) throw new Error(`git push said: ${said}`)
    return Number(found)
  })
  desk.acknowledged.push({ ...told, number })
  return number
}

/** Git does not try again by itself: a person does. */
async function insist<T>(desk: Desk, act: (url: string) => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + actMsMax
  for (;;) {
    const url = oneOf(desk.urls)
    desk.flying.push(url)
    try {
      return await act(url)
    } catch (error) {
      if (!isPassing(String((error as Error).message)) || Date.now() > giveUpAt) throw error
    } finally {
      desk.flying.splice(desk.flying.indexOf(url), 1)
    }
    desk.repeats += 1
    await pause(between(300, 900))
  }
}

const actMsMax = 300_000

/** No connection, a connection that was cut, a busy server, or a repository that was deleted meanwhile. */
function isPassing(message: string): boolean {
  return passing.test(message)
}

const passing = new RegExp(
  [
    ...[
      'unable to access',
      'Failed to connect',
      'RPC failed',
      'hung up',
      'early EOF',
      'unexpected disconnect',
    ],
    ...[
      'expected .* packet',
      'not our ref',
      'fetch, and push again',
      'returned error: 50[03]',
      'invalid index-pack',
    ],
  ].join('|'),
)
