import { gitOperations } from '@stemma/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasAccess } from '../../../auth/access.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import type { WantedDrafts } from '../../../git/draft-store.ts'
import { printedBy } from '../../../git/printed.ts'
import { refsAsked } from '../../../git/wire/ref-request.ts'
import { base, type GitRoute, note, type Served } from './admission.ts'
import { unlessBusy } from './catching-up.ts'
import { bodySource } from './receiving.ts'
import { isClone, protocolOf } from './rules.ts'
import { advertise, upload } from './upload-pack.ts'

/** Clones and fetches. Returns what answers the first question of a client. */
export function mountFetch(scope: FastifyInstance, { core, git, caches, enter }: Served) {
  const { gitFetch, gitFetchChanges } = gitOperations
  /** The only repository with drafts is for those who can read them in the product. */
  const seesDrafts = (context: Context) => hasAccess(gitFetchChanges, context, core.addresses)
  const repositoryOf = async (context: Context, spaceId: string, wanted: WantedDrafts | undefined) => {
    if (!seesDrafts(context)) return caches.present(spaceId, 'main')
    if (wanted === undefined) return caches.present(spaceId, 'changes')
    return (await caches.drafts(spaceId, wanted)).folder
  }
  scope.post<GitRoute>(`${base}/git-upload-pack`, async (request, reply) => {
    const context = await enter(gitFetch, request, reply)
    const { spaceId } = request.params
    const body = await bodyOf(request)
    const repository = await repositoryOf(context, spaceId, await refsAsked(body))
    if (isClone(body)) await note(core, context, { type: 'space.cloned', spaceId })
    const protocol = protocolOf(request.headers['git-protocol'])
    const started = git.start(repository, uploading(repository), protocol)
    const pack = upload(await unlessBusy(started), body)
    return reply.type('application/x-git-upload-pack-result').send(pack)
  })
  let capabilities: Buffer | undefined
  return async (request: FastifyRequest<GitRoute>, reply: FastifyReply) => {
    const context = await enter(gitFetch, request, reply)
    const { spaceId } = request.params
    const main = await caches.upToDate(spaceId)
    const protocol = protocolOf(request.headers['git-protocol'])
    reply.type('application/x-git-upload-pack-advertisement')
    if (protocol.GIT_PROTOCOL !== undefined) {
      // The same for all repositories: version 2 says here what git can do, and nothing of their refs.
      capabilities ??= await unlessBusy(
        printedBy(git.start, main, advertising(main), { environment: protocol }),
      )
      return reply.send(capabilities)
    }
    const repository = seesDrafts(context) ? (await caches.drafts(spaceId, allDrafts)).folder : main
    const started = git.start(repository, advertising(repository))
    return reply.send(advertise(await unlessBusy(started)))
  }
}

const allDrafts = { all: true, numbers: [] }

const advertising = (repository: string) => [
  ...['upload-pack', '--strict', '--stateless-rpc', '--http-backend-info-refs', repository],
]
const uploading = (repository: string) => ['upload-pack', '--strict', '--stateless-rpc', repository]

/** The lists of commits that a client wants and has. Git compresses long ones. */
async function bodyOf(request: FastifyRequest): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of bodySource(request)) {
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
