import { hash } from 'node:crypto'

/** The SHA-256 of bytes, or of a text in UTF-8. */
export function sha256(data: Uint8Array | string, encoding: 'base64url' | 'hex'): string {
  return hash('sha256', data, encoding)
}
