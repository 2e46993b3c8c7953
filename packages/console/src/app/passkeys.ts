import type { NewPasskey, PasskeyAnswer, PasskeyOptions, PasskeySetup } from '@stemma/contract'
import { adviceFor } from './failures.tsx'

/** Why no passkey works here, in words; undefined if they do. */
export function whyNoPasskeys(): string | undefined {
  if (/^[\d.]+$|^\[/.test(location.hostname))
    return 'Passkeys need a host name, and you opened this server by an IP address.'
  if (!isSecureContext) return 'Passkeys need an encrypted connection, by https.'
  const isKnown = 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential
  return isKnown ? undefined : 'This browser is too old for passkeys. Update it, or use another one.'
}

/** Has the browser make a passkey. */
export async function createPasskey(options: PasskeySetup['options']): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return sendable(await navigator.credentials.create({ publicKey })) as NewPasskey
}

/** Has the browser sign with a passkey. */
export async function answerByPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return sendable(await navigator.credentials.get({ publicKey })) as PasskeyAnswer
}

function sendable(credential: Credential | null): unknown {
  return (credential as PublicKeyCredential | null)?.toJSON()
}

/** Why there is no passkey, in words for people. */
export function passkeyAdvice(error: unknown): string {
  if (!(error instanceof DOMException)) return adviceFor(error)
  return refusals[error.name] ?? 'The browser could not use a passkey. Try again, or use another device.'
}

const refusals: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device has a passkey for your account already. Choose another device.',
  NotAllowedError: 'No passkey was used: it was cancelled, or took too long. Try again.',
  SecurityError: 'Passkeys work only at the address of this server that its operator set up.',
}
