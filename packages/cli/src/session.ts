import type { Client } from '@stemma/client'
import { WrongUsage } from '@stemma/command-line'
import type { Call } from './command.ts'
import type { Login } from './credentials.ts'
import { CommandFailure } from './exit-codes.ts'

/** A client with the login from the command line, the environment or the saved file. */
export async function signedIn(call: Call): Promise<Client> {
  return connect(await loginOf(call), call.userAgent)
}

export async function loginOf({ endpoint, token, credentials }: Call): Promise<Login> {
  if (endpoint !== undefined && token !== undefined) return { endpoint: withoutSlash(endpoint), token }

  const saved = await credentials.read()
  if (saved === undefined) {
    throw new CommandFailure(
      3,
      'You are not signed in. Run stemma login --endpoint URL, or set STEMMA_ENDPOINT and STEMMA_TOKEN.',
    )
  }
  // A saved token is never sent to a server other than the one it was saved for.
  if (token === undefined && endpoint !== undefined && withoutSlash(endpoint) !== saved.endpoint) {
    throw new CommandFailure(
      3,
      `You are signed in to ${saved.endpoint}: give a token for ${endpoint}, or sign in there.`,
    )
  }
  return { endpoint: withoutSlash(endpoint ?? saved.endpoint), token: token ?? saved.token }
}

export async function connect(login: Login, userAgent: string): Promise<Client> {
  const { createClient } = await import('@stemma/client')
  try {
    return createClient({ ...login, userAgent })
  } catch (error) {
    throw error instanceof TypeError ? new WrongUsage(error.message) : error
  }
}

export const withoutSlash = (endpoint: string) => endpoint.replace(/\/+$/, '')
