import { setTimeout as pause } from 'node:timers/promises'
import { ApiFailure } from '@stemma/client'
import type { Conflict, ContentChange } from '@stemma/contract'
import pg from 'pg'
import { testServer } from '../../packages/server/src/test/database.ts'
import { between, oneOf } from './chance.ts'
import { inParallel } from './parallel.ts'
import { type Send, senderTo } from './send.ts'
import { makeAccount, type Scene, untilBusy } from './stage.ts'

/** One change request that many clients edit at once, and the responses they got. */
export interface Editing {
  readonly params: { readonly spaceId: string; readonly changeRequestId: string }
  readonly pages: readonly string[]
  readonly send: Send
  /** By mark of the edit, the page that it is in and the revision that it made. */
  readonly acknowledged: Map<string, { readonly page: string; readonly revision: string }>
  /** The rejected attempts. */
  readonly conflicts: Rejected[]
  readonly kills: number
  readonly cuts: number
}

/** An attempt that was rejected, and the conflicts that its author was told of. */
interface Rejected {
  readonly mark: string
  readonly told: readonly Conflict[]
}

export interface EditPlan {
  readonly edits: number
  readonly kills: number
}

const clients = 32
const pagesOfAll = 8
/** One edit in this many changes the line that all clients share. */
const contested = 4
const attemptsMax = 200

/**
 * Each edit is based on what its author read last, which may be long ago. Servers and connections of the
 * database are killed meanwhile.
 */
export async function editAtOnce(scene: Scene, plan: EditPlan): Promise<Editing> {
  const { instances, settings, record, stage } = scene
  const account = await makeAccount(settings)
  await Promise.all(instances.map((instance) => instance.start()))
  const send = senderTo(instances, account.token, record)
  const editing = { ...(await makePages(send, account.organizationId)), send, ...emptyLists() }
  const cutter = await openCutter(stage.database)
  let [isOver, kills, cuts, starting, cut] = [false, 0, 0, 0, Promise.resolve()]
  const killing = instances.map(async (instance) => {
    while (!isOver && kills < plan.kills) {
      kills += 1
      await untilBusy(instance, between(1, killAfterMax))
      await instance.kill()
      // A server without a database doesn't start, and nothing here starts it again.
      starting += 1
      await cut
      await instance.start()
      starting -= 1
    }
  })
  const cutting = async () => {
    // By progress and not by time: on a busy machine, requests would never get to their end.
    for (let next = 0; !isOver; await pause(50)) {
      if (starting > 0 || editing.acknowledged.size < next) continue
      next = editing.acknowledged.size + between(1, cutAfterMax)
      cut = cutter.cut()
      await cut
      cuts += 1
    }
  }
  const writers = Array.from({ length: clients }, (_, index) => index + 1)
  const each = Math.ceil(plan.edits / clients)
  const writing = inParallel(clients, writers, (writer) => editUntil(editing, writer, each))
  const done = writing.finally(() => {
    isOver = true
  })
  await Promise.all([done, ...killing, cutting()]).finally(cutter.close)
  return { ...editing, kills, cuts }
}

/** Ends connections to a database over a connection of its own, which it keeps. */
async function openCutter(database: string) {
  const client = new pg.Client({ connectionString: testServer })
  await client.connect()
  const statement = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = $1 and random() < 0.5`
  return {
    cut: () => client.query(statement, [database]).then(() => {}),
    close: () => client.end(),
  }
}

const killAfterMax = 60
const cutAfterMax = 16

function emptyLists(): Pick<Editing, 'acknowledged' | 'conflicts'> {
  return { acknowledged: new Map(), conflicts: [] }
}

/** Pages with a line that everybody changes, and a heading for each client. */
async function makePages(send: Send, organizationId: string) {
  const space = await send((api) => api.request('createSpace', { params: { organizationId } }))
  const spaceId = space?.data.id ?? ''
  const draft = await send((api) => api.request('createChangeRequest', { params: { spaceId } }))
  const params = { spaceId, changeRequestId: draft?.data.id ?? '' }
  const headings = Array.from({ length: clients }, (_, index) => headingOf(index + 1))
  const document = { markdown: `${[sharedLine, ...headings].join('\n\n')}\n` }
  const changes = Array.from({ length: pagesOfAll }, (_, index): ContentChange => {
    return { operation: 'insert_page', title: `Page ${index + 1}`, document }
  })
  const query = { compat: false }
  const made = await send((api) =>
    api.request('updateChangeRequestContent', { params, query, body: { changes } }),
  )
  const touched = made && 'changes' in made.data ? made.data.changes : []
  return { params, pages: touched.map(({ page }) => (typeof page === 'string' ? page : page.id)) }
}

const sharedLine = 'Everybody was here:'

function headingOf(writer: number): string {
  return `## Writer ${writer}`
}

/** What a client has of a page: the text with its own edits, and the revision that it began from. */
interface Copy {
  readonly basedOn: string
  readonly text: string
}

type Editor = Omit<Editing, 'kills' | 'cuts'>

async function editUntil(editing: Editor, writer: number, edits: number) {
  const copies = new Map<string, Copy>()
  for (let number = 1; number <= edits; number++) {
    const mark = `w${writer}e${number}.`
    const page = oneOf(editing.pages)
    const before = copies.get(page) ?? (await readPage(editing, page))
    if (before === undefined) return
    const copy = await save(
      editing,
      { mark, page, writer, isShared: (writer + number) % contested === 0 },
      before,
    )
    if (copy === undefined) return
    // Half of the clients' pages stay as they were read, so that their bases grow old.
    copies.delete(page)
    if (Math.random() < 0.5) copies.set(page, copy)
  }
}

interface Edit {
  readonly mark: string
  readonly page: string
  readonly writer: number
  readonly isShared: boolean
}

/** Sends an edit until it is acknowledged. After a conflict, it is made again on the current revision. */
async function save(editing: Editor, edit: Edit, before: Copy): Promise<Copy | undefined> {
  const { acknowledged, conflicts } = editing
  let copy: Copy | undefined = { ...before, text: withEdit(before.text, edit) }
  for (let attempt = 1; attempt <= attemptsMax && copy !== undefined; attempt++) {
    const answer = await sendCopy(editing, edit, copy, `${edit.mark}${attempt}`)
    if (answer === undefined) return undefined
    if (answer.conflicts === undefined) {
      acknowledged.set(edit.mark, { page: edit.page, revision: answer.revision })
      return copy
    }
    conflicts.push({ mark: edit.mark, told: answer.conflicts })
    const now = await readPage(editing, edit.page, answer.revision)
    copy = now && { ...now, text: withEdit(now.text, edit) }
  }
  return undefined
}

/** The edit, at the end of the shared line or as a paragraph of its own. */
function withEdit(text: string, { mark, writer, isShared }: Edit): string {
  if (text.includes(mark)) return text
  if (isShared) return text.replace(/^Everybody was here:.*$/m, (line) => `${line} ${mark}`)
  return text.replace(new RegExp(`^${headingOf(writer)}$`, 'm'), (heading) => `${heading}\n\n${mark}`)
}

async function sendCopy(
  { send, params }: Pick<Editing, 'send' | 'params'>,
  { page }: Edit,
  { basedOn, text }: Copy,
  key: string,
) {
  const change = { operation: 'update_page', page, document: { markdown: text }, basedOn } as const
  const request = { params, query: { compat: true }, body: { changes: [change] } }
  const answer = await send(async (api) => {
    try {
      return await api.request('updateChangeRequestContent', request, { idempotencyKey: key })
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.reason !== 'merge_conflict') throw error
      return { data: error.details as { revision: string; conflicts: Conflict[] }, headers: error.headers }
    }
  })
  if (answer === undefined || 'changeRequest' in answer.data) return undefined
  const { revision } = answer.data
  return { revision, conflicts: 'conflicts' in answer.data ? answer.data.conflicts : undefined }
}

/** The page in this revision, or in the current one. */
async function readPage(
  { send, params }: Pick<Editing, 'send' | 'params'>,
  pageId: string,
  revision?: string,
) {
  const revisionId = revision ?? (await currentRevision({ send, params }))
  if (revisionId === undefined) return undefined
  const key = { spaceId: params.spaceId, revisionId, pageId }
  const query = { format: 'markdown' } as const
  const shown = await send((api) => api.request('getPageInRevisionById', { params: key, query }))
  if (shown === undefined || !('markdown' in shown.data)) return undefined
  return { basedOn: revisionId, text: shown.data.markdown ?? '' }
}

async function currentRevision({ send, params }: Pick<Editing, 'send' | 'params'>) {
  return (await send((api) => api.request('getChangeRequestById', { params })))?.data.revision
}
