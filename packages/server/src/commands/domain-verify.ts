import { WrongUsage } from '@stemma/command-line'
import { readConfig } from '../config.ts'
import { vouchForDomain } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { requireText } from './input.ts'

export const domainVerify = defineCommand({
  name: 'domain verify',
  summary: 'Vouch for an e-mail domain of an organization, in place of a record in the domain name system.',
  options: {
    organization: { value: 'ID', summary: 'The organization, which names the domain already.' },
    domain: { value: 'DOMAIN', summary: 'The e-mail domain.' },
  },
  examples: [
    [
      'A domain that is known to be theirs',
      'stemma-server domain verify --organization ID --domain example.com',
    ],
  ],

  async run({ organization, domain: given }) {
    const organizationId = requireText('organization', 'id', organization)
    if (!given) throw new WrongUsage('Give --domain: an e-mail domain, like example.com.')
    const domain = given.toLowerCase()
    await withTransaction(readConfig(), (db) =>
      vouchForDomain({ db, now: new Date().toISOString() }, { organizationId, domain }),
    )
    return { data: { organization: organizationId, domain }, text: `${domain} is verified.\n` }
  },
})
