import { ApiFailure } from '@stemma/client'
import type { ContentChange } from '@stemma/contract'
import { between } from './chance.ts'
import { inParallel } from './parallel.ts'
import { type Send, senderTo } from './send.ts'
import { type Account, makeAccount, type Scene, untilBusy } from './stage.ts'

/** One space into which many clients merge at once, and the responses they got. */
export interface Merging {
  readonly spaceId: string
  readonly send: Send
  /** By subject of the change request, the revision that its merge created. */
  readonly merged: Map<string, string>
  readonly kills: number
  readonly conflicts: number
}

export interface MergePlan {
  readonly changeRequests: number
  readonly kills: number
}

const clients = 32
const attemptsMax = 200
/** This many change requests change the same title, each to a different one. */
const contenders = 10

/** Writes all change requests first, then merges all of them while the servers are killed. */
export async function mergeAtOnce({ instances, settings, record }: Scene, plan: MergePlan): Promise<Merging> {
  const account = await makeAccount(settings)
  await Promise.all(instances.map((instance) => instance.start()))
  const send = senderTo(instances, account.token, record)
  const { spaceId, pages } = await makeShared(send, account, plan.changeRequests)
  const merged = new Map<string, string>()
  const numbers = Array.from({ length: plan.changeRequests }, (_, index) => index + 1)
  const drafts = await inParallel(clients, numbers, (number) => writeDraft(send, spaceId, pages, number))
  let [isOver, kills, conflicts] = [false, 0, 0]
  const killing = instances.map(async (instance) => {
    while (!isOver && kills < plan.kills) {
      kills += 1
      await untilBusy(instance, between(1, killAfterMax))
      await instance.kill()
      await instance.start()
    }
  })
  const merging = inParallel(clients, drafts, async ({ subject, id }) => {
    const told = await mergeDraft(send, { spaceId, changeRequestId: id }, subject)
    conflicts += told.conflicts
    if (told.revision !== undefined) merged.set(subject, told.revision)
  })
  const stop = () => {
    isOver = true
  }
  const all = [merging.finally(stop), ...killing]
  // Whatever fails first: a server that is started after the stage was left would stay for ever.
  await Promise.all(all).finally(() => {
    stop()
    return Promise.allSettled(all)
  })
  return { spaceId, send, merged, kills, conflicts }
}

const killAfterMax = 60

/** Creates a page with a paragraph for each change request, and a page whose title some of them change. */
export async function makeShared(send: Send, { organizationId }: Account, changeRequests: number) {
  const made = await send((api) =>
    api.request('createSpace', { params: { organizationId }, body: { editMode: 'live' } }),
  )
  const spaceId = made?.data.id ?? ''
  const paragraphs = Array.from({ length: changeRequests }, (_, index) => paragraphOf(index + 1, 'nobody'))
  const changes: ContentChange[] = [
    { operation: 'insert_page', title: 'Shared', document: { markdown: textOf(paragraphs) } },
    { operation: 'insert_page', title: 'Contested', document: { markdown: 'It stays.\n' } },
  ]
  const written = await send((api) =>
    api.request('updateSpaceContent', { params: { spaceId }, body: { changes } }),
  )
  const [shared = '', contested = ''] =
    written?.data.changes.map(({ page }) => (typeof page === 'string' ? page : page.id)) ?? []
  return { spaceId, pages: { shared, contested } }
}

export interface Shared {
  readonly shared: string
  readonly contested: string
}

export function subjectOf(number: number): string {
  return `m${number}`
}

function paragraphOf(number: number, by: string): string {
  return `Paragraph ${number} is by ${by}.`
}

function textOf(paragraphs: readonly string[]): string {
  return `${paragraphs.join('\n\n')}\n`
}

export function isContender(number: number): boolean {
  return number % contenders === 0
}

/** Writes one change request: a page of its own, its paragraph, and for contenders the title. */
export async function writeDraft(send: Send, spaceId: string, pages: Shared, number: number) {
  const subject = subjectOf(number)
  const options = { idempotencyKey: subject }
  const made = await send((api) =>
    api.request('createChangeRequest', { params: { spaceId }, body: { subject } }, options),
  )
  const id = made?.data.id ?? ''
  const params = { spaceId, changeRequestId: id }
  const shown = await send((api) =>
    api.request('getPageInChangeRequestById', {
      params: { ...params, pageId: pages.shared },
      query: { format: 'markdown' },
    }),
  )
  const text = shown && 'markdown' in shown.data ? shown.data.markdown : ''
  const own = text.replace(paragraphOf(number, 'nobody'), paragraphOf(number, subject))
  const changes: ContentChange[] = [
    { operation: 'insert_page', title: subject, document: { markdown: `By ${subject}.\n` } },
    { operation: 'update_page', page: pages.shared, document: { markdown: own } },
  ]
  if (isContender(number))
    changes.push({ operation: 'update_page', page: pages.contested, title: `By ${subject}` })
  await send((api) =>
    api.request(
      'updateChangeRequestContent',
      { params, body: { changes } },
      { idempotencyKey: `${subject}w` },
    ),
  )
  return { subject, id }
}

interface Place {
  readonly spaceId: string
  readonly changeRequestId: string
}

/** Merges. If the title conflicts, resolves the conflict in its own favour and merges again. */
export async function mergeDraft(send: Send, params: Place, subject: string) {
  for (let attempt = 1; attempt <= attemptsMax; attempt++) {
    const options = { idempotencyKey: `${subject}-${attempt}` }
    const answer = await send((api) => api.request('mergeChangeRequest', { params }, options))
    if (answer === undefined) break
    if (answer.data.result === 'merge') return { revision: answer.data.revision, conflicts: attempt - 1 }
    await resolve(send, params, `${options.idempotencyKey}-resolved`)
  }
  return { revision: undefined, conflicts: attemptsMax }
}

/** If the conflicts have changed meanwhile, the server rejects the resolution and the caller tries again. */
async function resolve(send: Send, params: Place, idempotencyKey: string) {
  const found = await send((api) => api.request('listChangeRequestConflicts', { params }))
  const resolutions = (found?.data.items ?? []).map(({ id }) => ({
    conflict: id,
    resolution: 'ours' as const,
  }))
  if (resolutions.length === 0) return
  await send(async (api) => {
    try {
      return await api.request(
        'resolveChangeRequestConflicts',
        { params, body: { resolutions } },
        { idempotencyKey },
      )
    } catch (error) {
      if (error instanceof ApiFailure && error.reason === 'conflict')
        return { data: undefined, headers: new Headers() }
      throw error
    }
  })
}
