import { readConfig } from '../config/config.ts'
import { issueToken } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { expiryIn, requireText, scopesIn, userIn, userOptions } from './input.ts'

export const tokenCreate = defineCommand({
  name: 'token create',
  summary: 'Create a token for a user. It is shown once.',
  options: {
    ...userOptions,
    label: { value: 'TEXT', summary: 'What it is for, to recognise it in the list.' },
    scopes: {
      value: 'SCOPES',
      summary: 'What it may do, with commas between; otherwise all its user may do.',
    },
    organization: { value: 'ID', summary: 'The one organization it is for; otherwise all of its user.' },
    'expires-in-days': { value: 'DAYS', summary: 'How long it is valid: 1 to 365 days; otherwise 365.' },
  },
  examples: [
    ['For a program', 'stemma-server token create --email ada@example.com --label ci --scopes space:read'],
  ],

  async run({ label: wanted, scopes: list, organization, 'expires-in-days': days, ...owner }) {
    const now = new Date().toISOString()
    const findUser = userIn(owner)
    const label = requireText('label', 'label', wanted)
    const organizationId = organization && requireText('organization', 'id', organization)
    const [scopes, expiresAt] = [scopesIn(list), expiryIn(days, now)]
    const token = await withTransaction(readConfig(), async (db) => {
      const userId = await findUser(db)
      return issueToken({ db, now }, { userId, label, scopes, organizationId, expiresAt })
    })
    const text = `${token.secret}\n`
    return { data: token, text }
  },
})
