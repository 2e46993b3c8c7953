import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { Config } from '../config/config.ts'
import { type ReceivedMail, readMail } from './reading-mail.ts'
import { identityFor } from './tls-identity.ts'

/** A real SMTP server with TLS and sign-in. Tests choose what it refuses, and read what it received. */
export interface MailServer {
  readonly settings: Partial<Config>
  /** The same, for processes. */
  readonly environment: Readonly<Record<string, string>>
  readonly received: ReceivedMail[]
  /** An SMTP response code with which recipients are refused; 0 accepts them. */
  refusal: number
  /** Mails to an address, after at least this many have arrived. */
  readonly mailsTo: (address: string, count?: number) => Promise<readonly ReceivedMail[]>
  readonly close: () => Promise<void>
}

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const identity = identityFor('DNS:localhost,IP:127.0.0.1')
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    ...(identity ?? {}),
    authMethods: ['PLAIN'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'stemma' && password === smtpPassword
        ? done(null, { user: username })
        : done(new Error('Wrong password')),
    onRcptTo: (_address, _session, done) =>
      mails.refusal === 0
        ? done()
        : done(Object.assign(new Error('No thanks'), { responseCode: mails.refusal })),
    onData: async (stream, session, done) => {
      // A sender that is killed leaves half of a mail behind, which nobody accepts.
      const source = await readText(stream).catch(() => undefined)
      if (source === undefined) return done(new Error('Interrupted'))
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      received.push({ ...readMail(source), recipients, isEncrypted: session.secure })
      done()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const smtpCa = join(mkdtempSync(join(tmpdir(), 'stemma-smtp-')), 'ca.pem')
  writeFileSync(smtpCa, identity?.cert ?? '')
  const mails: MailServer = {
    settings: {
      ...{ smtpHost: 'localhost', smtpPort: port, smtpUser: 'stemma', smtpPassword, smtpCa, mailFrom },
      smtpSecurity: 'starttls',
    },
    environment: {
      STEMMA_SMTP_HOST: 'localhost',
      STEMMA_SMTP_PORT: String(port),
      STEMMA_SMTP_USER: 'stemma',
      STEMMA_SMTP_PASSWORD: smtpPassword,
      STEMMA_SMTP_CA: smtpCa,
      STEMMA_MAIL_FROM: mailFrom,
    },
    received,
    refusal: 0,
    async mailsTo(address, count = 1) {
      const found = () => received.filter(({ recipients }) => recipients.includes(address))
      for (let tries = 0; found().length < count; tries++) {
        if (tries > triesMax) throw new Error(`${found().length} of ${count} mails to ${address} arrived.`)
        await sleep(50)
      }
      return found()
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  return mails
}

const smtpPassword = 'of the mail server'
const mailFrom = 'Stemma <stemma@docs.example>'
/** A minute, on a machine that is busy with other tests. */
const triesMax = 1200
