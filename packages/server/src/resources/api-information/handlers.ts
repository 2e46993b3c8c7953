import type { apiInformationOperations } from '@stemma/contract'
import type { Handlers } from '../../http/route.ts'
import { build, version } from '../../version.ts'

export const apiInformationHandlers: Handlers<typeof apiInformationOperations> = {
  async getApiInformation() {
    return { version, build }
  },
}
