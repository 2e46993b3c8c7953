import { gitOperations } from '@stemma/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { createGates, GateFull } from '../../../common/gates.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { PushRefusal } from '../../../git/push-refusal.ts'
import * as commits from '../../../git/store.ts'
import { readBytes } from '../../../git/wire/byte-reader.ts'
import { advertisePush, type PushReport, printReport } from '../../../git/wire/push-report.ts'
import { type PushRequest, readPushRequest } from '../../../git/wire/push-request.ts'
import { base, type GitRoute, identifyAt, note, type Served } from './admission.ts'
import { unlessBusy } from './catching-up.ts'
import { targetOf } from './push-rules.ts'
import { type ArrivedPush, takePush } from './pushing.ts'
import { bodySource, discard, withPack } from './receiving.ts'

/** Pushes. Returns what answers the first question of a client. */
export function mountPush(scope: FastifyInstance, served: Served) {
  const { caches, enter } = served
  const gates = createGates({ insideMax: packsMax, waitingMax: 16, waitMs: 10_000 })
  scope.post<GitRoute>(`${base}/git-receive-pack`, async (request, reply) => {
    const context = await enter(gitOperations.gitPush, request, reply)
    const leave = await gates.enter(context.home).catch(toBusy)
    try {
      const answer = await unlessBusy(receive(served, context, request, reply))
      return await reply.type('application/x-git-receive-pack-result').send(answer)
    } finally {
      leave()
    }
  })
  return async (request: FastifyRequest<GitRoute>, reply: FastifyReply) => {
    const { db } = await enter(gitOperations.gitPush, request, reply)
    const { spaceId } = request.params
    const { refs } = await caches.drafts(spaceId, { all: false, numbers: [] })
    const heads = new Map([...refs].filter(([ref]) => ref.startsWith('refs/heads/')))
    const body = advertisePush(heads, await commits.landmarks(db, spaceId))
    const type = 'application/x-git-receive-pack-advertisement'
    return reply.type(type).header('cache-control', 'no-cache').send(body)
  }
}

/** Packs of one organization that are on the disk of a process at once. */
const packsMax = 4

function toBusy(error: unknown): never {
  if (!(error instanceof GateFull)) throw error
  throw new ApiError('unavailable', 'Too many others are pushing. Try again.', { retryAfterSeconds: 5 })
}

/** The caller may push: from here on, the body is read. */
async function receive(
  served: Served,
  context: Context,
  request: FastifyRequest<GitRoute>,
  reply: FastifyReply,
): Promise<Buffer> {
  const body = readBytes(bodySource(request))
  const asked = await readPushRequest(body).catch(toInvalid)
  if (asked === undefined) return Buffer.alloc(0)
  try {
    const target = await targetIn(asked).catch(async (error: unknown) => {
      await discard(body)
      throw error
    })
    const { core, git, caches } = served
    const { spaceId } = request.params
    const commit: ArrivedPush['commit'] = (work) =>
      core.shares.run(request, () =>
        inTransaction(core.db, { repeatable: true }, async (db) =>
          work(await identifyAt({ ...core, db }, gitOperations.gitPush, request, reply)),
        ),
      )
    const taken = await withPack(core.gitFolder, body, (pack) =>
      core.shares.runCostly(request, 'gitPush', () =>
        takePush({ git, caches, context, spaceId, target, pack, commit }),
      ),
    )
    const { ref } = target
    return printReport({ refs: [{ ref, name: taken.name }], messages: taken.messages }, asked)
  } catch (error) {
    if (!(error instanceof PushRefusal)) throw error
    const report = refusedReport(asked, error)
    const refs = report.refs.slice(0, refsNoted).map(({ ref }) => ref)
    const { spaceId } = request.params
    await note(served.core, context, { type: 'git.push_refused', spaceId, refs, reason: error.message })
    return printReport(report, asked)
  }
}

/** Of a push of many refs, as many are in the audit log. */
const refsNoted = 10

async function targetIn(asked: PushRequest) {
  return targetOf(asked)
}

function refusedReport({ commands }: PushRequest, { message }: PushRefusal): PushReport {
  return { refs: commands.map(({ ref }) => ({ ref, refused: message })), messages: [] }
}

function toInvalid(error: unknown): never {
  if (error instanceof ApiError) throw error
  throw new ApiError('invalid_request', 'The request body cannot be read. Push again.')
}
