import { CommandFailure } from './exit-codes.ts'
import { privateFile } from './private-file.ts'

/** The organization and the space to use when none is given. */
export interface Default {
  readonly organization?: string
  readonly space?: string
}

/** IDs are only valid on one server, so each server has its own defaults. */
export interface Defaults {
  readonly read: (endpoint: string) => Promise<Default>
  readonly save: (endpoint: string, value: Default) => Promise<void>
}

export function defaultsIn(path: string): Defaults {
  const file = privateFile(path)
  const all = async () => parse(await file.read(), path)
  return {
    read: async (endpoint) => (await all())[endpoint] ?? {},
    save: async (endpoint, value) => file.write({ ...(await all()), [endpoint]: value }),
  }
}

function parse(text: string | undefined, path: string): Readonly<Record<string, Default>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value === 'object' && value !== null) return value as Record<string, Default>
  } catch {
    // Reported below, like any other invalid content.
  }
  throw new CommandFailure(1, `${path} is damaged: delete it, then run stemma use.`)
}
