import { table } from '@stemma/command-line'
import type { Token } from '@stemma/contract'
import { readConfig } from '../config/config.ts'
import { listTokens } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withDatabase } from './database.ts'
import { userIn, userOptions } from './input.ts'

export const tokenList = defineCommand({
  name: 'token list',
  summary: 'List the tokens of a user, without their secrets.',
  options: userOptions,
  examples: [['See when tokens expire', 'stemma-server token list --email ada@example.com']],

  async run(owner) {
    const findUser = userIn(owner)
    const tokens = await withDatabase(readConfig(), async (db) => listTokens(db, await findUser(db)))
    return { data: tokens, text: table(columns, tokens) }
  },
})

const columns = {
  id: ({ id }: Token) => id,
  prefix: ({ prefix }: Token) => `${prefix}…`,
  label: ({ label }: Token) => label,
  scopes: ({ scopes }: Token) => scopes?.join(',') ?? 'all',
  organization: ({ organization }: Token) => organization ?? 'all',
  'last used': ({ lastUsedAt }: Token) => lastUsedAt ?? 'never',
  expires: ({ expiresAt }: Token) => expiresAt,
}
