import { createGunzip } from 'node:zlib'
import { gitOperations } from '@stemma/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { inTransaction, reading } from '../../../db/transaction.ts'
import { emit } from '../../../events/emit.ts'
import { gitCache } from '../../../git/cache.ts'
import { gitStarter, usableGit } from '../../../git/process.ts'
import * as commits from '../../../git/store.ts'
import type { Core } from '../../../http/route.ts'
import { identify } from '../../../http/visitor.ts'
import { type Caches, openCaches, unlessBusy } from './catching-up.ts'
import { sendGitError } from './refusing.ts'
import { bearerOf, isClone, protocolOf } from './rules.ts'
import { advertise, upload } from './upload-pack.ts'

interface GitRoute {
  Params: { readonly organizationId: string; readonly spaceId: string; readonly name: string }
  Querystring: { readonly service?: string }
}

/** Every space is a repository at `/git/{organizationId}/{spaceId}/{name}.git`; any name will do. */
export async function mountGit(app: FastifyInstance, core: Core) {
  const git = { start: gitStarter(), cache: gitCache(core.gitFolder) }
  const caches = openCaches(core, git)
  let usable: Promise<string | undefined> | undefined
  const enter = async (request: FastifyRequest<GitRoute>, reply: FastifyReply) => {
    const context = await admit(core, request, reply)
    usable ??= usableGit(git.start)
    if ((await usable) === undefined) throw unusable()
    return context
  }
  await app.register(async (scope) => {
    scope.addContentTypeParser(`application/x-${service}-request`, (_request, payload, done) =>
      done(null, payload),
    )
    scope.setErrorHandler(sendGitError)
    scope.addHook('onRequest', async ({ raw }) => takeToken(raw.headers))
    scope.get<GitRoute>(`${base}/info/refs`, async (request, reply) => {
      const context = await enter(request, reply)
      if (request.query.service !== service) throw noPush()
      const repository = await caches.upToDate(request.params.spaceId)
      const protocol = protocolOf(request.headers['git-protocol'])
      const started = git.start(repository, advertising(repository), protocol)
      const body = advertise(await unlessBusy(started), protocol)
      core.shares.note(request, context)
      return reply.type(`application/x-${service}-advertisement`).send(body)
    })
    scope.post<GitRoute>(`${base}/${service}`, async (request, reply) => {
      const context = await enter(request, reply)
      const { spaceId } = request.params
      const body = await bodyOf(request)
      const repository = await caches.present(spaceId)
      if (isClone(body)) await note(core, context, spaceId)
      const protocol = protocolOf(request.headers['git-protocol'])
      const started = git.start(repository, uploading(repository), protocol)
      const pack = upload(await unlessBusy(started), body)
      return reply.type(`application/x-${service}-result`).send(pack)
    })
  })
  pruneHourly(app, core, caches)
}

const base = '/git/:organizationId/:spaceId/:name'
const service = 'git-upload-pack'

const advertising = (repository: string) => [
  ...['upload-pack', '--strict', '--stateless-rpc', '--http-backend-info-refs', repository],
]
const uploading = (repository: string) => ['upload-pack', '--strict', '--stateless-rpc', repository]

/** Git sends a token as the password. A browser that has a session must not be able to fetch for others. */
function takeToken(headers: FastifyRequest['raw']['headers']) {
  delete headers.cookie
  const token = bearerOf(headers.authorization)
  if (token !== undefined) headers.authorization = `Bearer ${token}`
}

async function admit(core: Core, request: FastifyRequest<GitRoute>, reply: FastifyReply): Promise<Context> {
  const route = { operation: gitOperations.gitFetch }
  const ask = () => reading(() => identify(core, route, request, reply))
  const context = (await core.shares.run(request, ask)) as Context
  const { organizationId, name } = request.params
  if (context.home !== organizationId || !name.endsWith('.git')) {
    throw new ApiError('not_found', 'There is no such repository. Copy its URL from the space.')
  }
  return context
}

function unusable() {
  return new ApiError('git_unavailable', 'This server has no git, so its spaces cannot be cloned.')
}

function noPush() {
  return new ApiError('forbidden', 'This repository can be fetched from, with git 1.6.6 or later.')
}

/** The lists of commits that a client wants and has. Git compresses long ones. */
async function bodyOf({ raw, headers }: FastifyRequest): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  const source = headers['content-encoding'] === 'gzip' ? raw.pipe(createGunzip()) : raw
  raw.once('error', (error) => source.destroy(error))
  try {
    for await (const part of source) {
      size += part.length
      if (size > bodyBytesMax)
        throw new ApiError('payload_too_large', 'The request is too large. Clone again.')
      parts.push(part)
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_request', 'The request body cannot be read.')
  }
  return Buffer.concat(parts)
}

const bodyBytesMax = 8 * 1024 * 1024

function note({ db }: Core, context: Context, spaceId: string) {
  return inTransaction(db, { repeatable: false }, (inside) =>
    emit({ ...context, db: inside }, { type: 'space.cloned', spaceId }),
  )
}

function pruneHourly(app: FastifyInstance, { db, clock }: Core, caches: Caches) {
  const prune = () => {
    const exist = (spaceIds: readonly string[]) => commits.existing(db, spaceIds)
    caches.prune(exist, clock().getTime()).catch((err) => app.log.warn({ err }, 'git cache not pruned'))
  }
  const timer = setInterval(prune, pruneMs).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await caches.settled()
  })
}

const pruneMs = 60 * 60 * 1000
