import { readConfig } from '../config/config.ts'
import * as mails from '../resources/people/mails/index.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { counted } from './figures.ts'

export const mailRetry = defineCommand({
  name: 'mail retry',
  summary: 'Send mails again that could not be sent. Run it after you have fixed the cause.',
  options: {},
  examples: [['Send what stemma-server doctor lists', 'stemma-server mail retry']],

  async run() {
    const now = new Date().toISOString()
    const retried = await withTransaction(readConfig(), async (db) => {
      const failed = await mails.retryFailed(db, now)
      for (const key of failed) await mails.askToSend(db, key)
      return failed.length
    })
    return { data: { mails: retried }, text: `${counted(retried, 'mail')} will be sent again.\n` }
  },
})
