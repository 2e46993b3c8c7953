import { unavailableOperations } from '@stemma/contract'
import { ApiError } from '../../../common/errors.ts'
import { countStranger } from '../../../http/allowance.ts'
import { routerPath } from '../../../http/route.ts'
import type { Resource } from '../../resource.ts'

/** Says why an operation that clients of this API know isn't here, and what to call instead. */
export const unavailable: Resource = {
  routes(app, core) {
    for (const { method, path } of Object.values(unavailableOperations)) {
      app.route({
        method,
        url: routerPath(path),
        handler(request, reply) {
          countStranger(core, request, reply)
          throw new ApiError(
            'ai_unavailable',
            'This server has no language model, so it answers no questions. Use search instead.',
          )
        },
      })
    }
  },
}
