import { readFile } from 'node:fs/promises'
import { addressesFor } from '../common/addresses.ts'
import { type Mailer, openMailer as open } from '../mail/mailer.ts'
import type { Config } from './config.ts'
import { requireReadable } from './require-readable.ts'

/** The SMTP server of the settings; undefined if none is set. */
export async function openMailer(config: Config): Promise<Mailer | undefined> {
  if (!isMailSetUp(config)) return undefined
  const { smtpHost: host, smtpPort: port, smtpUser: user, smtpPassword: password } = config
  const { smtpSecurity: security, mailFrom: from, dkimDomain: domain, dkimSelector: selector } = config
  await requireReadable(config.smtpCa, 'STEMMA_SMTP_CA')
  await requireReadable(config.dkimKey, 'STEMMA_DKIM_KEY')
  const ca = config.smtpCa === '' ? undefined : await readFile(config.smtpCa, 'utf8')
  const dkim = domain === '' ? undefined : { domain, selector, key: await readFile(config.dkimKey, 'utf8') }
  return open({ addresses: addressesFor(config), host, port, user, password, security, from, ca, dkim })
}

export function isMailSetUp({ smtpHost }: Pick<Config, 'smtpHost'>): boolean {
  return smtpHost !== ''
}
