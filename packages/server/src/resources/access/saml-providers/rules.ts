import { ApiError } from '../../../common/errors.ts'
import { CertificateError, certificatesIn, isExpired } from '../../../saml/certificates.ts'

/** Rejects unreadable certificates, naming the one that is wrong, and a set in which all have expired. */
export function requireCertificates(text: string, now: string) {
  const certificates = read(text)
  if (certificates.length > 0 && certificates.every((one) => isExpired(one, now))) {
    throw invalid('is expired', 'Give a certificate of the identity provider that is still valid.')
  }
}

function read(text: string) {
  try {
    return certificatesIn(text)
  } catch (error) {
    if (!(error instanceof CertificateError)) throw error
    throw invalid(error.message, 'Give the certificates of the identity provider in PEM, or one as base64.')
  }
}

function invalid(message: string, advice: string) {
  return new ApiError('invalid_request', advice, { details: [{ pointer: '/body/certificate', message }] })
}
