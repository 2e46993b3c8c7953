import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { base62 } from '../common/ids.ts'

/** Where a secret is kept: it opens nowhere else, neither in another row nor for another organization. */
export interface SealedPlace {
  readonly table: string
  readonly row: string
  /** Empty for what belongs to the installation. */
  readonly organizationId: string
}

/** How secrets are kept that must be read again: encrypted, with keys that the database does not hold. */
export interface Seals {
  seal(secret: string, place: SealedPlace): string
  open(sealed: string, place: SealedPlace): string
  /** Whether it was sealed with another key than the one in use now, or not at all. */
  isOutdated(sealed: string): boolean
}

export interface SealingKey {
  readonly id: string
  readonly key: Buffer
}

const [marker, algorithm, nonceBytes, tagBytes] = ['sealed', 'aes-256-gcm', 12, 16] as const

/** The first key seals; all of them open. */
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
      // Written before secrets were sealed; `stemma-server keys rotate` leaves none of these.
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

/** The name of the key that a secret was sealed with; none for one from before secrets were sealed. */
export function keyIdOf(sealed: string): string | undefined {
  const [mark, id] = sealed.split('.')
  return mark === marker ? id : undefined
}

/** A key in the configuration: a name and 32 bytes. */
export function newSealingKey(): string {
  return `${base62(BigInt(randomInt(2 ** 32)), 6)}:${randomBytes(32).toString('base64url')}`
}

/** Keys with commas between; nothing if it is anything else. */
export function sealingKeysIn(text: string): readonly SealingKey[] | undefined {
  const keys = text.split(',').map((entry) => {
    const [, id, bytes] = /^\s*(\w{1,32}):([\w+/-]{43}=?)\s*$/.exec(entry) ?? []
    return id && bytes ? { id, key: Buffer.from(bytes, 'base64') } : undefined
  })
  const known = keys.filter((key) => key !== undefined)
  const isWhole = known.length === keys.length && new Set(known.map(({ id }) => id)).size === keys.length
  return isWhole ? known : undefined
}

/** A secret cannot be opened: its key is gone, or it lies where it was not sealed. */
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

/** Each organization has its own key, made of the one in the configuration. */
function keyFor({ key }: SealingKey, { organizationId }: SealedPlace): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `stemma secrets of ${organizationId}`, 32))
}

function nameOf({ table, row, organizationId }: SealedPlace): Buffer {
  return Buffer.from(JSON.stringify([table, row, organizationId]))
}
