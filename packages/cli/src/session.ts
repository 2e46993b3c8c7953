import { type Client, createClient } from '@stemma/client'
import { type Call, WrongUsage } from './command.ts'
import type { Login } from './credentials.ts'

/** The client of whoever is signed in, by the command line, the environment or the saved login. */
export async function signedIn({ surroundings, userAgent }: Call): Promise<Client> {
  const { endpoint, token, credentials } = surroundings
  if (endpoint !== undefined && token !== undefined) return connect({ endpoint, token }, userAgent)

  const saved = await credentials.read()
  if (saved === undefined) {
    throw new WrongUsage(
      'You are not signed in: run stemma login --endpoint URL, or set STEMMA_ENDPOINT and STEMMA_TOKEN.',
    )
  }
  // A saved token is shown to no server but the one that it was saved for.
  if (token === undefined && endpoint !== undefined && withoutSlash(endpoint) !== saved.endpoint) {
    throw new WrongUsage(
      `You are signed in to ${saved.endpoint}: give a token for ${endpoint}, or sign in there.`,
    )
  }
  return connect({ endpoint: endpoint ?? saved.endpoint, token: token ?? saved.token }, userAgent)
}

export function connect(login: Login, userAgent: string): Client {
  try {
    return createClient({ ...login, userAgent })
  } catch (error) {
    throw error instanceof TypeError ? new WrongUsage(error.message) : error
  }
}

export const withoutSlash = (endpoint: string) => endpoint.replace(/\/+$/, '')
