import { sessionSettings } from '../auth/session-settings.ts'
import { readConfig } from '../config/config.ts'
import { setPassword } from './accounts.ts'
import { askPassword } from './ask-password.ts'
import { defineCommand } from './command.ts'
import { withDatabase, withTransaction } from './database.ts'
import { userIn, userOptions } from './input.ts'

export const passwordSet = defineCommand({
  name: 'password set',
  summary: 'Set the password of a user and end their sessions. Prompts for it, or reads standard input.',
  options: {
    ...userOptions,
    'revoke-tokens': { summary: 'Also revoke the personal access tokens of the user.' },
  },
  examples: [['Reset a forgotten password', 'stemma-server password set --email ada@example.com']],

  async run({ 'revoke-tokens': revokesTokens = false, ...owner }) {
    const config = readConfig()
    const findUser = userIn(owner)
    const userId = await withDatabase(config, findUser)
    const password = await askPassword()
    const moment = { now: new Date().toISOString(), sessions: sessionSettings(config) }
    await withTransaction(config, (db) => setPassword({ ...moment, db }, { userId, password, revokesTokens }))
    const ended = revokesTokens ? 'sessions and tokens' : 'sessions'
    return { data: { user: userId }, text: `The password is set. The ${ended} of the user have ended.\n` }
  },
})
