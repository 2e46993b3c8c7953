import { randomBytes, randomUUIDv7 } from 'node:crypto'

/** In byte order, so that encoded numbers sort like numbers. */
export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const idLength = 22

/**
 * Every id of the system: a UUIDv7 in 22 base62 characters, sorted by time of creation.
 * Never all digits, because a change request is addressed by id or by number.
 */
export function newId(): string {
  const fresh = BigInt(`0x${randomUUIDv7().replaceAll('-', '')}`)
  // Random bits would not sort within one millisecond, so a process increments them instead.
  last = fresh > last ? fresh : last + 1n
  const id = base62(last, idLength)
  return /^\d+$/.test(id) ? newId() : id
}

let last = 0n

/** A number in so many digits of base 62. */
export function base62(number: bigint, length: number): string {
  let [rest, text] = [number, '']
  // Eight digits at a time are a number that needs no bigint, which is some times quicker.
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

/** An ID that grants access by itself, such as that of an invite link: only random bits. */
export function newKey(): string {
  return base62(BigInt(`0x${randomBytes(16).toString('hex')}`), idLength)
}

/** Whether a text has the form of a key; words of 22 lowercase letters do not. */
export function isKeyLike(text: string): boolean {
  return text.length === idLength && /^[0-9A-Za-z]+$/.test(text) && /[0-9A-Z]/.test(text)
}
