import { version } from '../common/version.ts'
import { guardedClient, type Outside } from '../outside/guarded-fetch.ts'
import type { Config } from './config.ts'

/** The guarded HTTP client, configured by the settings. */
export function openOutside({ outsideAllow, dnsServers }: Config): Outside {
  return guardedClient({ userAgent: `stemma/${version}`, allow: outsideAllow, dnsServers })
}
