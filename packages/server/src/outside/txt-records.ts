import { Resolver } from 'node:dns/promises'

/** The TXT records of a name; undefined if DNS doesn't respond. */
export type TxtRecords = (name: string) => Promise<readonly string[] | undefined>

const timeoutMs = 2_000

/** Queries these servers, or those of the system. */
export function txtRecordsFrom(servers: readonly string[]): TxtRecords {
  return async (name) => {
    const found = await recordsOf(servers, (resolver) => resolver.resolveTxt(name))
    return found?.map((parts) => parts.join(''))
  }
}

/** Whether a host has an address; undefined if DNS doesn't respond. */
export function hasAddressFrom(servers: readonly string[]) {
  return async (host: string): Promise<boolean | undefined> => {
    const [four, six] = await Promise.all([
      recordsOf(servers, (resolver) => resolver.resolve4(host)),
      recordsOf(servers, (resolver) => resolver.resolve6(host)),
    ])
    if (four === undefined && six === undefined) return undefined
    return (four?.length ?? 0) + (six?.length ?? 0) > 0
  }
}

async function recordsOf<T>(servers: readonly string[], ask: (resolver: Resolver) => Promise<readonly T[]>) {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers.length > 0) resolver.setServers([...servers])
  try {
    return await ask(resolver)
  } catch (error) {
    return nothing.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined
  }
}

const nothing = ['ENOTFOUND', 'ENODATA']
