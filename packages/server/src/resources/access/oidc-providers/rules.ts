import { ApiError } from '../../../common/errors.ts'

/** A provider with missing settings can't be used. */
export function isActive({ issuer, clientID, sealedSecret }: Settings): boolean {
  return issuer !== '' && clientID !== '' && sealedSecret !== null
}

interface Settings {
  readonly issuer: string
  readonly clientID: string
  readonly sealedSecret: string | null
}

/** An issuer is the URL of a provider, below which it describes itself; over https unless we are on http. */
export function requireIssuer(text: string, { secure }: { readonly secure: boolean }): string {
  const issuer = text.trim()
  const url = URL.parse(issuer)
  if (url === null) throw invalid('is not a URL')
  if (secure && url.protocol !== 'https:') throw invalid('does not begin with https://')
  if (url.username !== '' || url.password !== '') throw invalid('contains a user name or a password')
  if (/[?#]/.test(issuer)) throw invalid('contains a query or a fragment')
  if (issuer.includes('/.well-known/')) throw invalid('contains /.well-known/; leave out that part')
  return issuer
}

function invalid(message: string) {
  return new ApiError('invalid_request', 'Give the issuer as the identity provider shows it.', {
    details: [{ pointer: '/body/issuer', message }],
  })
}
