import { ConnectionFailure } from '@stemma/client'

/** Files have addresses beside the API; one that does not answer is told as the API's is. */
export async function transfer(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    throw brokenOff(url, cause)
  }
}

export const brokenOff = (url: string, cause: unknown) => new ConnectionFailure(new URL(url).origin, cause)
