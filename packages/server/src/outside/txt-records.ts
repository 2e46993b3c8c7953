import { Resolver } from 'node:dns/promises'

/** The TXT records of a name; undefined if DNS doesn't respond. */
export type TxtRecords = (name: string) => Promise<readonly string[] | undefined>

const timeoutMs = 2_000

/** Queries these servers, or those of the system. */
export function txtRecordsFrom(servers: readonly string[]): TxtRecords {
  return async (name) => {
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (servers.length > 0) resolver.setServers([...servers])
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      return nothing.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
    }
  }
}

const nothing = ['ENOTFOUND', 'ENODATA']
