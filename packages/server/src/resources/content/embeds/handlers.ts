import type { embedOperations } from '@stemma/contract'
import { ApiError } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import { frameOf, linkOf, richOf } from './rules.ts'

export const embedHandlers: Handlers<typeof embedOperations> = {
  async getEmbedByUrlInSpace({ query: { url: written } }) {
    const url = URL.canParse(written) ? new URL(written) : undefined
    if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
      const message = 'must be a URL that begins with http:// or https://'
      throw new ApiError('invalid_request', `\`url\` ${message}. Check it.`, {
        details: [{ pointer: '/query/url', message }],
      })
    }
    const frame = frameOf(url)
    return frame ? richOf(frame) : linkOf(url)
  },
}
