/** Returns a given URL only if it belongs to this server, which prevents open redirects. */
export function ownUrl(text: string, { base, origins }: Ours): URL | undefined {
  const isPlain = /^[\x21-\x5b\x5d-\x7e]+$/.test(text)
  const url = isPlain ? URL.parse(text, base) : null
  if (url === null || !origins.includes(url.origin)) return undefined
  return url.username === '' && url.password === '' ? url : undefined
}

interface Ours {
  readonly base: string
  readonly origins: readonly string[]
}
