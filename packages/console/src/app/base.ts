const named = contentOf('base') ?? '/app/'

/** The URL of the console, which the server writes into its page. */
export const consoleUrl = new URL(named, location.origin)

/** The URL of the server, which has the console one level below. */
export const serverUrl = new URL('..', consoleUrl)

/** The URL below which the server has the sites of all organizations. */
export const sitesUrl = new URL(contentOf('sites') ?? '/sites', location.origin)

function contentOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

/** A page of the server that is not part of the console, such as `login`. */
export function atServer(path: string): string {
  return new URL(path, serverUrl).href
}
