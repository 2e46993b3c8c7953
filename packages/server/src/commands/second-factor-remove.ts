import { readConfig } from '../config/config.ts'
import { removeSecondFactors } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { counted } from './figures.ts'
import { userIn, userOptions } from './input.ts'

export const secondFactorRemove = defineCommand({
  name: 'second-factor remove',
  summary: 'Remove all second factors and recovery codes of a user who lost them, and end their sessions.',
  options: userOptions,

  async run(owner) {
    const findUser = userIn(owner)
    const removed = await withTransaction(readConfig(), async (db) =>
      removeSecondFactors({ db, now: new Date().toISOString() }, await findUser(db)),
    )
    return { data: { removed }, text: `Removed ${counted(removed.length, 'second factor')}.\n` }
  },
})
