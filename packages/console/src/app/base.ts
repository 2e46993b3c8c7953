const named = document.querySelector<HTMLMetaElement>('meta[name="base"]')?.content ?? '/app/'

/** The URL of the console, which the server writes into its page. */
export const consoleUrl = new URL(named, location.origin)

/** The URL of the server, which has the console one level below. */
export const serverUrl = new URL('..', consoleUrl)

/** A page of the server that is not part of the console, such as `login`. */
export function atServer(path: string): string {
  return new URL(path, serverUrl).href
}
