import { readConfig } from '../config/config.ts'
import { revokeToken } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { requireText } from './input.ts'

export const tokenRevoke = defineCommand({
  name: 'token revoke',
  summary: 'Revoke a token. It stops working with the next request.',
  options: { id: { value: 'ID', summary: 'The ID of the token, from stemma-server token list.' } },
  examples: [['Revoke a leaked token', 'stemma-server token revoke --id 0aB3dE5fG7hJ9kL1mN3pQ5']],

  async run({ id }) {
    const tokenId = requireText('id', 'id', id)
    const token = await withTransaction(readConfig(), (db) =>
      revokeToken({ db, now: new Date().toISOString() }, tokenId),
    )
    return { data: token, text: `Revoked ${token.id}.\n` }
  },
})
