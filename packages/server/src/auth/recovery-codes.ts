import { randomBytes } from 'node:crypto'
import { secretHash } from './secrets.ts'
import { base32 } from './totp.ts'

const [codesCount, codeBytes] = [10, 15] as const

/** Ten codes of 120 random bits, so that one fast hash of each is enough. In groups, to be copied by hand. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codesCount }, () => grouped(base32(randomBytes(codeBytes)).toLowerCase()))
}

/** The stored hash. Case, spaces and hyphens don't matter. */
export function recoveryCodeHash(code: string): Buffer {
  return secretHash(code.toLowerCase().replaceAll(/[\s-]/g, ''))
}

function grouped(text: string): string {
  return (text.match(/.{4}/g) ?? []).join('-')
}
