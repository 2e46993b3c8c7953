import { generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto'
import { promisify } from 'node:util'

/** Signs requests to identity providers; in PEM format. */
export interface KeyPair {
  readonly certificate: string
  readonly privateKey: string
}

/** Creates an RSA key with a self-signed certificate. Identity providers learn it from the metadata. */
export async function newKeyPair(name: string, now: string): Promise<KeyPair> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 3072 })
  const certificate = selfSigned({ name, now, privateKey, publicKey })
  const lines = certificate.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

interface Given {
  readonly name: string
  readonly now: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const years = 10

/** Builds a minimal X.509 certificate (RFC 5280): name, validity, key and signature. */
function selfSigned({ name, now, privateKey, publicKey }: Given): Buffer {
  const from = new Date(now)
  const until = new Date(from)
  until.setUTCFullYear(from.getUTCFullYear() + years)
  const subject = sequence(set(sequence(commonName, utf8(name))))
  const described = sequence(
    explicit(integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    sha256WithRsa,
    subject,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  return sequence(described, sha256WithRsa, bits(sign('sha256', described, privateKey)))
}

function sequence(...parts: readonly Buffer[]) {
  return encoded(0x30, ...parts)
}

function set(...parts: readonly Buffer[]) {
  return encoded(0x31, ...parts)
}

function integer(bytes: Buffer) {
  return encoded(0x02, bytes)
}

function utf8(text: string) {
  return encoded(0x0c, Buffer.from(text))
}

/** Tags the version, the only explicitly tagged field of the certificate. */
function explicit(part: Buffer) {
  return encoded(0xa0, part)
}

function bits(bytes: Buffer) {
  return encoded(0x03, Buffer.of(0), bytes)
}

/** X.509 requires two-digit years (UTCTime) until 2049, and four digits after that. */
function time(date: Date) {
  const digits = `${date.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`
  return date.getUTCFullYear() < 2050
    ? encoded(0x17, Buffer.from(digits.slice(2)))
    : encoded(0x18, Buffer.from(digits))
}

/** Encodes a DER value: tag, length, content. */
function encoded(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

const commonName = encoded(0x06, Buffer.of(0x55, 0x04, 0x03))
const sha256WithRsa = sequence(
  encoded(0x06, Buffer.of(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b)),
  Buffer.of(0x05, 0x00),
)
