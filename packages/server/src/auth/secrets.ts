import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { base62, base62Digits } from '../common/ids.ts'

const marker = 'stm_'
const randomLength = 30
const checksumLength = 6

/** A new secret: 178 random bits and a checksum, so that typing errors are detected without a query. */
export function newSecret(): string {
  const random = Array.from(
    { length: randomLength },
    () => base62Digits[randomInt(base62Digits.length)],
  ).join('')
  return marker + random + checksumOf(random)
}

export function isSecret(text: string): boolean {
  const random = text.slice(marker.length, marker.length + randomLength)
  return text === marker + random + checksumOf(random) && random.length === randomLength
}

/** The stored hash. The secret is random, so one fast hash is enough. */
export function secretHash(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}

/** Enough to recognize a token in a list, too little to guess it. */
export function secretPrefix(secret: string): string {
  return secret.slice(0, marker.length + 4)
}

function checksumOf(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength)
}
