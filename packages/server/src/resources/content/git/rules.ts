/** The token in the credentials of a git client: the password, whatever the name is. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const encoded = /^Basic ([A-Za-z\d+/=]{1,1000})$/i.exec(authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const pair = Buffer.from(encoded, 'base64').toString()
  return pair.slice(pair.indexOf(':') + 1)
}

/** The version of the protocol that a client asks for. */
export function protocolOf(header: string | string[] | undefined): { readonly GIT_PROTOCOL?: string } {
  const asked = [header].flat().join(':').split(':')
  return asked.includes('version=2') ? { GIT_PROTOCOL: 'version=2' } : {}
}

/** Whether a request asks for commits without having any. */
export function isClone(body: Buffer): boolean {
  const text = body.toString('latin1')
  return /[\da-f]{4}want [\da-f]{40}/.test(text) && !/[\da-f]{4}have [\da-f]{40}/.test(text)
}
