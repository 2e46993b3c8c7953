import { gitOperations } from '@stemma/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../common/errors.ts'
import { gitCache } from '../../../git/cache.ts'
import { gitStarter, usableGit } from '../../../git/process.ts'
import type { Core } from '../../../http/route.ts'
import { admit, base, type Enter, type GitRoute } from './admission.ts'
import { openCaches } from './catching-up.ts'
import { mountFetch } from './fetch-routes.ts'
import { mountPush } from './push-routes.ts'
import { sendGitError } from './refusing.ts'
import { bearerOf } from './rules.ts'
import { keepUpHourly } from './upkeep.ts'

/** Every space is a repository at `/git/{organizationId}/{spaceId}/{name}.git`; any name will do. */
export async function mountGit(app: FastifyInstance, core: Core) {
  const git = { start: gitStarter(), cache: gitCache(core.gitFolder) }
  const caches = openCaches(core, git)
  let usable: Promise<string | undefined> | undefined
  const enter: Enter = async (operation, request, reply) => {
    const context = await admit(core, operation, request, reply)
    usable ??= usableGit(git.start)
    if ((await usable) === undefined) throw unusable()
    return context
  }
  await app.register(async (scope) => {
    scope.setErrorHandler(sendGitError)
    scope.addHook('onRequest', async ({ raw }) => takeToken(raw.headers))
    const served = { core, git, caches, enter }
    const advertise: Readonly<Record<string, Advertise>> = {
      'git-upload-pack': mountFetch(scope, served),
      'git-receive-pack': mountPush(scope, served),
    }
    for (const service of Object.keys(advertise)) {
      const type = `application/x-${service}-request`
      scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
    }
    scope.get<GitRoute>(`${base}/info/refs`, async (request, reply) => {
      const { service = '' } = request.query
      if (Object.hasOwn(advertise, service)) return advertise[service]?.(request, reply)
      await enter(gitOperations.gitFetch, request, reply)
      throw new ApiError('invalid_request', 'Use git 1.6.6 or later.')
    })
  })
  const upkeep = keepUpHourly(core, git.cache, app.log)
  app.addHook('onClose', async () => {
    upkeep.stop()
    await caches.settled()
  })
}

/** Answers the first question of a client: which refs are there? */
type Advertise = (request: FastifyRequest<GitRoute>, reply: FastifyReply) => Promise<FastifyReply>

/** Git sends a token as the password. A browser that has a session must not be able to fetch for others. */
function takeToken(headers: FastifyRequest['raw']['headers']) {
  delete headers.cookie
  const token = bearerOf(headers.authorization)
  if (token !== undefined) headers.authorization = `Bearer ${token}`
}

function unusable() {
  return new ApiError('git_unavailable', 'This server has no git, so its spaces cannot be cloned.')
}
