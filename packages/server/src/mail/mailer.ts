import { createTransport } from 'nodemailer'
import type { Addresses } from '../common/addresses.ts'

/** Sends mails over the SMTP server of the settings. */
export interface Mailer {
  /** Where the links of mails lead. */
  readonly addresses: Addresses
  send(message: Message): Promise<Outcome>
}

export interface Message {
  /** The same for each attempt: receivers recognize a mail that reaches them twice. */
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** When the mail was written, which is the same for each attempt, too. */
  readonly date: string
  /** The URL at which programs end mails of this kind with one POST. */
  readonly unsubscribeUrl?: string | undefined
}

export type Outcome =
  | { readonly kind: 'sent' }
  /** Another attempt would be answered the same way. */
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'failed'; readonly error: string }

export interface SmtpSettings {
  readonly addresses: Addresses
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  /** `starttls` and `tls` require encryption with a valid certificate. */
  readonly security: 'starttls' | 'tls' | 'off'
  /** PEM of a private authority, if the certificate of the server is not from a public one. */
  readonly ca: string | undefined
  readonly from: string
  readonly dkim: { readonly domain: string; readonly selector: string; readonly key: string } | undefined
}

export function openMailer(settings: SmtpSettings): Mailer {
  const { addresses, host, port, user, password, security, ca, from, dkim } = settings
  const transport = createTransport({
    ...{ host, port, secure: security === 'tls' },
    ...(security === 'starttls' && { requireTLS: true }),
    ...(security === 'off' && { ignoreTLS: true }),
    ...(user !== '' && { auth: { user, pass: password } }),
    ...(dkim && {
      dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.key },
    }),
    tls: { minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
    ...{ connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 },
    // Mails are texts of ours: nothing in them may name a file or a URL to attach.
    ...{ disableFileAccess: true, disableUrlAccess: true },
  })
  const fromHost = from.slice(from.lastIndexOf('@') + 1).replace(/>$/, '')
  return {
    addresses,
    async send({ id, to, subject, text, html, date, unsubscribeUrl }) {
      try {
        await transport.sendMail({
          ...{ from, to: { name: '', address: to }, subject, text, html, date: new Date(date) },
          messageId: `<${id}@${fromHost}>`,
          headers: {
            ...{ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
            ...(unsubscribeUrl && oneClick(unsubscribeUrl)),
          },
        })
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error as SmtpError)
      }
    },
  }
}

/** RFC 8058: programs show a button, and send one POST without a cookie. */
function oneClick(url: string) {
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

interface SmtpError extends Error {
  readonly command?: string
  readonly responseCode?: number
}

/** Only what the server said about this mail is final: settings are corrected, and servers come back. */
function outcomeOf({ message, command = '', responseCode = 0 }: SmtpError): Outcome {
  const isFinal = responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
  return { kind: isFinal ? 'refused' : 'failed', error: message.slice(0, errorMax) }
}

const errorMax = 250
