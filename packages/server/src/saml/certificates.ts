import { X509Certificate } from 'node:crypto'

/** Parses the certificates an admin entered: one or more PEM blocks, or a single one as plain base64. */
export function certificatesIn(text: string): readonly X509Certificate[] {
  return blocksIn(text).map((block, index, { length }) => {
    const place = length === 1 ? '' : ` ${index + 1} of ${length}`
    const certificate = parse(block)
    if (certificate === undefined) throw new CertificateError(`certificate${place} cannot be read`)
    if (!hasStrongKey(certificate)) {
      throw new CertificateError(`certificate${place} has no RSA key of at least ${bitsMin} bits`)
    }
    return certificate
  })
}

/** Says which certificate is invalid, and why. */
export class CertificateError extends Error {}

const bitsMin = 2048

/** Node throws when it reads a key of an unknown type. */
function hasStrongKey(certificate: X509Certificate): boolean {
  try {
    const { asymmetricKeyType: kind, asymmetricKeyDetails: details } = certificate.publicKey
    return kind === 'rsa' && (details?.modulusLength ?? 0) >= bitsMin
  } catch {
    return false
  }
}

/** Returns the certificates that are valid now. Others may be expired, or not valid yet. */
export function validAt(certificates: readonly X509Certificate[], now: string): readonly X509Certificate[] {
  const at = Date.parse(now)
  return certificates.filter(({ validFromDate, validToDate }) => +validFromDate <= at && at < +validToDate)
}

export function isExpired({ validToDate }: X509Certificate, now: string): boolean {
  return +validToDate <= Date.parse(now)
}

/** Rejects text between the blocks, because it may be a damaged block. */
function blocksIn(text: string): string[] {
  const trimmed = text.trim()
  if (!trimmed.includes('-----')) return trimmed === '' ? [] : [trimmed]
  const blocks = [...trimmed.matchAll(pem)].map(([, base64 = '']) => base64)
  if (trimmed.replaceAll(pem, '').trim() !== '') {
    throw new CertificateError('text contains something other than PEM blocks of the type CERTIFICATE')
  }
  return blocks
}

const pem = /-----BEGIN CERTIFICATE-----([A-Za-z\d+/=\s]*)-----END CERTIFICATE-----/g

function parse(base64: string): X509Certificate | undefined {
  const compact = base64.replaceAll(/\s/g, '')
  const bytes = Buffer.from(compact, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== compact) return undefined
  try {
    return new X509Certificate(bytes)
  } catch {
    return undefined
  }
}
