import type { FastifyInstance } from 'fastify'
import { found } from '../../../common/errors.ts'
import { postgresObjects } from '../../../content/postgres-objects.ts'
import { contentDispositionOf } from '../../../files/file-name.ts'
import { countStranger } from '../../../http/allowance.ts'
import type { Core } from '../../../http/route.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as revisions from '../content/index.ts'
import { pack } from './packing.ts'
import { packFiles } from './packing-files.ts'

/** Streams exports from signed URLs. Anyone with the URL can download; there is no other authentication. */
export function mountExports(app: FastifyInstance, core: Core) {
  const { db, files, objects, clock } = core
  app.get<{ Params: { readonly token: string; readonly name: string } }>(
    '/~exports/:token/:name',
    async (request, reply) => {
      countStranger(core, request, reply)
      const { token, name } = request.params
      const exported = files.exports.exportedAt(token, clock().toISOString())
      const space = await spaces.find(db, exported.spaceId)
      const isThere = space !== undefined && space.deletedAt === null
      const revision = found(isThere ? await revisions.byId(db, exported) : undefined, 'export')
      const { contentId, root, id } = revision
      const store = postgresObjects(db, contentId, objects)
      const content = await revisions.contentOf({ revision, store })
      const hash = root.toString('base64url')
      const zip = await (exported.layout === 'files' ? packFiles : pack)({
        store,
        content,
        contentId,
        blobs: files.blobs,
        revision: id,
        hash,
        at: revision.createdAt,
      })
      zip.once('error', (err) => request.log.error({ err, revision: id }, 'an export ended in the middle'))
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-disposition': contentDispositionOf('attachment', name),
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
        })
        .send(zip)
    },
  )
}
