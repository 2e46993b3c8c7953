import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { base62 } from '../common/ids.ts'

/** Where a secret is stored. It can't be decrypted in another row or for another organization. */
export interface SealedPlace {
  readonly table: string
  readonly row: string
  /** Empty if the secret belongs to the installation. */
  readonly organizationId: string
}

/** Encrypts secrets that must be readable again, with keys that are not in the database. */
export interface Seals {
  seal(secret: string, place: SealedPlace): string
  open(sealed: string, place: SealedPlace): string
  /** Whether it is encrypted with a key other than the current one, or not at all. */
  isOutdated(sealed: string): boolean
}

export interface SealingKey {
  readonly id: string
  readonly key: Buffer
}

const [marker, algorithm, nonceBytes, tagBytes] = ['sealed', 'aes-256-gcm', 12, 16] as const

/** The first key encrypts; all of them can decrypt. */
export function sealsWith(keys: readonly [SealingKey, ...SealingKey[]]): Seals {
  const [current] = keys
  return {
    seal(secret, place) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, keyFor(current, place), nonce).setAAD(nameOf(place))
      const bytes = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [marker, current.id, bytes.toString('base64url')].join('.')
    },

    open(sealed, place) {
      const [mark, id, text = ''] = sealed.split('.')
      // Stored before secrets were encrypted; `stemma-server keys rotate` encrypts all of these.
      if (mark !== marker) return sealed
      const key = keys.find((one) => one.id === id)
      if (key === undefined)
        throw new SealError(`The encryption key ${id} is missing. Add it back to STEMMA_SECRET_KEYS.`)
      return opened(Buffer.from(text, 'base64url'), key, place)
    },

    isOutdated: (sealed) => !sealed.startsWith(`${marker}.${current.id}.`),
  }
}

/** Identifies a key without revealing it. Two keys can have the same name. */
export function fingerprintOf({ key }: SealingKey): string {
  return Buffer.from(hkdfSync('sha256', key, '', 'stemma fingerprint of a key', 8)).toString('hex')
}

/** The name of the key that encrypts a secret; none if it was stored before secrets were encrypted. */
export function keyIdOf(sealed: string): string | undefined {
  const [mark, id] = sealed.split('.')
  return mark === marker ? id : undefined
}

/** A key in the configuration: a name and 32 bytes. */
export function newSealingKey(): string {
  return `${base62(BigInt(randomInt(2 ** 32)), 6)}:${randomBytes(32).toString('base64url')}`
}

/** Parses comma-separated keys; undefined if any of them is not valid. */
export function sealingKeysIn(text: string): readonly SealingKey[] | undefined {
  const keys = text.split(',').map((entry) => {
    const [, id, bytes] = /^\s*(\w{1,32}):([\w+/-]{43}=?)\s*$/.exec(entry) ?? []
    return id && bytes ? { id, key: Buffer.from(bytes, 'base64') } : undefined
  })
  const known = keys.filter((key) => key !== undefined)
  const isWhole = known.length === keys.length && new Set(known.map(({ id }) => id)).size === keys.length
  return isWhole ? known : undefined
}

/** A secret can't be decrypted: its key is missing, or it was encrypted for another place. */
export class SealError extends Error {}

function opened(bytes: Buffer, key: SealingKey, place: SealedPlace): string {
  try {
    const nonce = bytes.subarray(0, nonceBytes)
    const options = { authTagLength: tagBytes }
    const decipher = createDecipheriv(algorithm, keyFor(key, place), nonce, options)
    decipher.setAAD(nameOf(place)).setAuthTag(bytes.subarray(-tagBytes))
    return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    throw new SealError(
      `A secret in ${place.table} does not open with the key ${key.id}: is it the right one?`,
    )
  }
}

/** Each organization has its own key, derived from the one in the configuration. */
function keyFor({ key }: SealingKey, { organizationId }: SealedPlace): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `stemma secrets of ${organizationId}`, 32))
}

function nameOf({ table, row, organizationId }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([table, row, organizationId]))
}
