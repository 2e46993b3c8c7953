import type { serverStatusOperations } from '@stemma/contract'
import { build, version } from '../../../common/version.ts'
import type { Handlers } from '../../../http/route.ts'

export const serverStatusHandlers: Handlers<typeof serverStatusOperations> = {
  async getServerStatus(_input, { examine }) {
    return { object: 'server-status', version, build, ...(await examine()) }
  },
}
