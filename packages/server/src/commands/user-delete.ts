import { readConfig } from '../config/config.ts'
import { deleteUser } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { userIn, userOptions } from './input.ts'

export const userDelete = defineCommand({
  name: 'user delete',
  summary: 'Delete an account. What the person wrote stays, and nobody gets a mail.',
  options: {
    ...userOptions,
    anonymous: {
      summary: 'Show “Deleted user” as the author of what the person wrote, in place of their name.',
    },
  },
  examples: [
    ['Delete an account and its name', 'stemma-server user delete --email ada@example.com --anonymous'],
  ],

  async run({ anonymous, ...owner }) {
    const findUser = userIn(owner)
    const authorship = anonymous ? 'anonymous' : 'name'
    const id = await withTransaction(readConfig(), async (db) => {
      const userId = await findUser(db)
      await deleteUser({ db, now: new Date().toISOString() }, userId, authorship)
      return userId
    })
    return { data: { deleted: { id, authorship } }, text: `Deleted the account ${id}.\n` }
  },
})
