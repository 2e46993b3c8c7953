import { createHmac, timingSafeEqual } from 'node:crypto'

const keyBytesMin = 32

/** Signs URL data for one purpose. A signature for another purpose is not valid. */
export function signatures(key: Uint8Array, purpose: string) {
  if (key.length < keyBytesMin) throw new RangeError(`The key for signed URLs needs ${keyBytesMin} bytes.`)
  const signatureOf = (text: string) =>
    createHmac('sha256', key).update(`${purpose}\n${text}`).digest('base64url')
  return {
    signatureOf,
    isSigned: (text: string, signature: string) => isSame(signature, signatureOf(text)),
  }
}

/** Compares secrets in constant time. */
export function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Signed tokens that contain some words and their expiry: at least one hour, at most two. Within a time
 * window, the same words always give the same token.
 */
export function expiringTokens(key: Uint8Array, purpose: string) {
  const { signatureOf, isSigned } = signatures(key, purpose)
  return {
    tokenOf(words: readonly string[], now: string): string {
      const payload = Buffer.from([...words, windowOf(now) + 2].join(' ')).toString('base64url')
      return `${payload}.${signatureOf(payload)}`
    },

    /** The words of a token; undefined if the signature is not valid, `expired` if its time is over. */
    wordsIn(token: string, now: string): readonly string[] | 'expired' | undefined {
      const [payload = '', signature = ''] = token.split('.', 2)
      if (token !== `${payload}.${signature}` || !isSigned(payload, signature)) return undefined
      const words = Buffer.from(payload, 'base64url').toString().split(' ')
      return Number(words.pop()) * windowMs > Date.parse(now) ? words : 'expired'
    },
  }
}

export const windowMs = 60 * 60 * 1000

/** The current time window. URLs, and responses that contain them, change with the next one. */
export function windowOf(now: string): number {
  return Math.floor(Date.parse(now) / windowMs)
}
