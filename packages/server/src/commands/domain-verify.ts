import { WrongUsage } from '@stemma/command-line'
import { readConfig } from '../config/config.ts'
import { vouchForDomain } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { requireText } from './input.ts'

export const domainVerify = defineCommand({
  name: 'domain verify',
  summary: 'Verify an e-mail domain or a site host of an organization without a DNS record.',
  options: {
    organization: { value: 'ID', summary: 'The organization. It must already use the domain.' },
    domain: { value: 'DOMAIN', summary: 'The e-mail domain, or the host of a proxy or a custom hostname.' },
  },
  examples: [['Verify a domain', 'stemma-server domain verify --organization ID --domain example.com']],

  async run({ organization, domain: given }) {
    const organizationId = requireText('organization', 'id', organization)
    if (!given) throw new WrongUsage('Set --domain to an e-mail domain or a host, such as docs.example.com.')
    const domain = given.toLowerCase()
    const config = readConfig()
    const { releasedNamesKeptDays } = config
    await withTransaction(config, (db) =>
      vouchForDomain(
        { db, now: new Date().toISOString(), releasedNamesKeptDays },
        { organizationId, domain },
      ),
    )
    return { data: { organization: organizationId, domain }, text: `${domain} is verified.\n` }
  },
})
