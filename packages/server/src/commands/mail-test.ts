import { newId } from '../common/ids.ts'
import { readConfig } from '../config/config.ts'
import { openMailer } from '../config/open-mailer.ts'
import { drawMail } from '../mail/layout.ts'
import { writeLetter } from '../mail/letters.ts'
import { CommandFailure, defineCommand } from './command.ts'
import { requireEmail } from './input.ts'

export const mailTest = defineCommand({
  name: 'mail test',
  summary: 'Send a mail to an address, and say what the SMTP server answered.',
  options: {
    email: { value: 'EMAIL', summary: 'The address to send the mail to.' },
  },
  examples: [['Check the mail settings', 'stemma-server mail test --email ada@example.com']],

  async run({ email }) {
    const to = requireEmail(email)
    const mailer = await openMailer(readConfig())
    if (mailer === undefined) throw new CommandFailure('No SMTP server is set up. Set STEMMA_SMTP_HOST.')
    const written = writeLetter({ kind: 'test' }, 'en', undefined)
    const message = { id: newId(), to, date: new Date().toISOString(), subject: written.subject }
    const outcome = await mailer.send({ ...message, ...drawMail(written) })
    if (outcome.kind === 'sent')
      return { data: { sent: to }, text: `The SMTP server accepted a mail to ${to}.\n` }
    throw new CommandFailure(`The mail was not sent: ${outcome.error}. Check the settings STEMMA_SMTP_….`)
  },
})
