import { readConfig } from '../config/config.ts'
import { issueToken } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { expiryIn, requireText, scopesIn, userIn, userOptions } from './input.ts'

export const tokenCreate = defineCommand({
  name: 'token create',
  summary: 'Create a token for a user. The token is shown once.',
  options: {
    ...userOptions,
    label: { value: 'TEXT', summary: 'A label to recognize the token in the list.' },
    scopes: {
      value: 'SCOPES',
      summary: 'Comma-separated scopes. Without them, the token has all permissions of the user.',
    },
    organization: {
      value: 'ID',
      summary: 'Limit the token to one organization. Defaults to all of the user.',
    },
    'expires-in-days': { value: 'DAYS', summary: 'Days until the token expires: 1–365. Defaults to 365.' },
  },
  examples: [
    [
      'Create a token for a program',
      'stemma-server token create --email ada@example.com --label ci --scopes space:read',
    ],
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
