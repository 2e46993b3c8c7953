import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** In byte order, so that encoded numbers sort like numbers. */
export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 22

/**
 * A new ID: a UUIDv7 in 22 base62 characters, which sorts by creation time. Never all digits, because change
 * requests are addressed by ID or by number.
 */
export function newId(): string {
  const fresh = BigInt(`0x${randomUUIDv7().replaceAll('-', '')}`)
  // Random bits would not sort within one millisecond, so a process increments them instead.
  last = fresh > last ? fresh : last + 1n
  const id = base62(last, idLength)
  return /^\d+$/.test(id) ? newId() : id
}

let last = 0n

/** Encodes a number in base 62 with this many digits. */
export function base62(number: bigint, length: number): string {
  let [rest, text] = [number, '']
  // Eight digits fit into a plain number, which is several times faster than a bigint.
  for (let place = 0; place < length; place += 8) {
    let part = Number(rest % eightDigits)
    rest /= eightDigits
    for (let digit = place; digit < length && digit < place + 8; digit++) {
      text = base62Digits[part % 62] + text
      part = Math.floor(part / 62)
    }
  }
  return text
}

const eightDigits = 62n ** 8n

/** An ID that grants access by itself, such as that of an invite link. It consists only of random bits. */
export function newKey(): string {
  return base62(BigInt(`0x${randomBytes(16).toString('hex')}`), idLength)
}

/** Whether a text has the form of a key. 22 lowercase letters don't, because they may be words. */
export function isKeyLike(text: string): boolean {
  return text.length === idLength && /^[0-9A-Za-z]+$/.test(text) && /[0-9A-Z]/.test(text)
}
