import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** The parameters OWASP recommends for argon2id: memory in KiB, and number of passes. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const
const tagLength = 32

const derive = promisify(argon2)

/** Returns the hash in a format that includes its parameters. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce, cost)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** Takes the same time without a stored hash, so that timing doesn't reveal which accounts exist. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const known = read(hash ?? nobodys)
  if (known === undefined) throw new Error('A stored password has an unknown format.')
  const tag = await tagOf(password, known.nonce, known)
  return timingSafeEqual(tag, known.tag) && hash !== undefined
}

/** Whether a hash was created with weaker parameters than the current ones. */
export function isOutdated(hash: string): boolean {
  const known = read(hash)
  return known === undefined || known.memory < cost.memory || known.passes < cost.passes
}

const nobodys = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${base64(Buffer.alloc(16))}$${base64(
  Buffer.alloc(tagLength),
)}`

function tagOf(password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'))
  return derive('argon2id', { message, nonce, memory, passes, parallelism, tagLength })
}

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]{43})$/

function read(hash: string) {
  const [, memory, passes, parallelism, nonce, tag] = form.exec(hash) ?? []
  if (nonce === undefined || tag === undefined) return undefined
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
