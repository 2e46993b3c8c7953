import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes by time, as in RFC 6238 with the parameters that every authenticator app supports. */
const [stepSeconds, digits, secretBytes] = [30, 6, 20] as const

/** How many steps the clock of a phone may be wrong. */
const drift = 1

/** A new secret, in base32 as apps expect it. */
export function newTOTPSecret(): string {
  return base32(randomBytes(secretBytes))
}

/** The code of a time step. */
export function totpOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export function stepAt(now: string): number {
  return Math.floor(Date.parse(now) / 1000 / stepSeconds)
}

/** The step that a code belongs to, if that is now, or just before or after. */
export function stepOf(code: string, secret: string, now: string): number | undefined {
  if (!isTOTP(code)) return undefined
  const steps = Array.from({ length: 2 * drift + 1 }, (_, index) => stepAt(now) + drift - index)
  return steps.filter((step) => timingSafeEqual(Buffer.from(totpOf(secret, step)), Buffer.from(code)))[0]
}

/** Whether a text has the form of such a code. */
export function isTOTP(text: string): boolean {
  return new RegExp(`^\\d{${digits}}$`).test(text)
}

/** The address that authenticator apps read from a QR code. */
export function totpURI({ secret, issuer, account }: Enrolment): string {
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1' })
  query.set('digits', String(digits))
  query.set('period', String(stepSeconds))
  const label = [issuer, account].map(encodeURIComponent).join(':')
  // Some apps show a plus sign where form encoding means a space.
  return `otpauth://totp/${label}?${String(query).replaceAll('+', '%20')}`
}

interface Enrolment {
  readonly secret: string
  readonly issuer: string
  readonly account: string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('')
}

function bytesOf(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
