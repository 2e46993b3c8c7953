/** Files have URLs outside the API. Connection failures are reported like those of the API. */
export async function transfer(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    throw await brokenOff(url, cause)
  }
}

/** The error for a transfer that ended before it was complete. */
export async function brokenOff(url: string, cause: unknown): Promise<Error> {
  const { ConnectionFailure } = await import('@stemma/client')
  return new ConnectionFailure(new URL(url).origin, cause)
}
