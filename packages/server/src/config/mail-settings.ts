import { choice, integer, path, text } from './readers.ts'

/** The SMTP server, and the sender of mails. */
export const mailSettings = {
  smtpHost: {
    variable: 'STEMMA_SMTP_HOST',
    reader: text(/^[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?$|^[\da-fA-F:]+$/, 'a host name or an IP address'),
    byDefault: 'none',
    meaning: 'The SMTP server that sends mails. Without it, no mail is sent, and people pass links on.',
  },
  smtpPort: {
    variable: 'STEMMA_SMTP_PORT',
    reader: integer(1, 65535, 587),
    meaning: 'The port of the SMTP server. With `STEMMA_SMTP_SECURITY=tls`, it is usually 465.',
  },
  smtpUser: {
    variable: 'STEMMA_SMTP_USER',
    reader: text(/^\S+$/, 'without spaces'),
    byDefault: 'none',
    meaning: 'The name to sign in with at the SMTP server. Without it, the server does not sign in there.',
  },
  smtpPassword: {
    variable: 'STEMMA_SMTP_PASSWORD',
    reader: text(/^\S(?:.*\S)?$/, 'without spaces at its ends'),
    byDefault: 'none',
    meaning: 'The password of `STEMMA_SMTP_USER`.',
  },
  smtpSecurity: {
    variable: 'STEMMA_SMTP_SECURITY',
    reader: choice<'starttls' | 'tls' | 'off'>(['starttls', 'tls', 'off'], 'starttls'),
    meaning:
      'How the connection to the SMTP server is encrypted: `starttls` after it is open, `tls` from the ' +
      'beginning. Both require TLS 1.2 and a valid certificate. `off` sends mails and the password in the ' +
      'clear: only for a server on the same machine.',
  },
  smtpCa: {
    variable: 'STEMMA_SMTP_CA',
    reader: path(),
    byDefault: 'public authorities',
    meaning: 'A file with the certificates, as PEM, that the SMTP server is verified with.',
  },
  mailFrom: {
    variable: 'STEMMA_MAIL_FROM',
    reader: text(
      /^(?:[^<>"@,;:\\]{1,64} <)?[^\s<>"@,;:\\]{1,64}@[A-Za-z\d.-]{1,255}>?$/,
      'an e-mail address',
    ),
    byDefault: 'required with `STEMMA_SMTP_HOST`',
    meaning: 'The sender of mails, as `stemma@example.com` or `Example Docs <stemma@example.com>`.',
  },
  dkimDomain: {
    variable: 'STEMMA_DKIM_DOMAIN',
    reader: text(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/, 'a domain'),
    byDefault: 'none',
    meaning: 'Signs mails for this domain (DKIM), if the SMTP server does not do it.',
  },
  dkimSelector: {
    variable: 'STEMMA_DKIM_SELECTOR',
    reader: text(/^[a-z\d-]+$/, 'lower-case letters, digits and -', 'stemma'),
    meaning: 'The selector of the DKIM key: its public half is the record `SELECTOR._domainkey.DOMAIN`.',
  },
  dkimKey: {
    variable: 'STEMMA_DKIM_KEY',
    reader: path(),
    byDefault: 'required with `STEMMA_DKIM_DOMAIN`',
    meaning: 'A file with the private DKIM key, as PEM.',
  },
} as const
