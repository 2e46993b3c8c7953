import { readConfig } from '../config/config.ts'
import { endSessions } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { counted } from './figures.ts'
import { userIn, userOptions } from './input.ts'

export const sessionEnd = defineCommand({
  name: 'session end',
  summary: 'End all browser sessions of a user. Their tokens stay valid.',
  options: userOptions,

  async run(owner) {
    const findUser = userIn(owner)
    const ended = await withTransaction(readConfig(), async (db) =>
      endSessions({ db, now: new Date().toISOString() }, await findUser(db)),
    )
    return { data: { ended }, text: `Ended ${counted(ended.length, 'session')}.\n` }
  },
})
