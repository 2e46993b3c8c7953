import { randomBytes } from 'node:crypto'

/** What signs the tokens of a site's visitors: as long as the digest of HS256. */
export function newPrivateKey(): string {
  return randomBytes(32).toString('base64url')
}
