import type { apiInformationOperations } from '@stemma/contract'
import { build, version } from '../../../common/version.ts'
import type { Handlers } from '../../../http/route.ts'

export const apiInformationHandlers: Handlers<typeof apiInformationOperations> = {
  async getApiInformation() {
    return { version, build }
  },
}
