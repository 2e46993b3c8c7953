import { readConfig } from '../config/config.ts'
import { createUser, vouchForUser } from './accounts.ts'
import { defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { nameOf, requireEmail, requireText } from './input.ts'

export const userCreate = defineCommand({
  name: 'user create',
  summary: 'Create an account with a verified e-mail address, or verify the address of an account.',
  options: {
    email: { value: 'EMAIL', summary: 'The e-mail address of the user. It is considered verified.' },
    name: {
      value: 'NAME',
      summary: 'The name of the user. Defaults to the part of the address before the @.',
    },
  },
  examples: [
    [
      'Create an account for an invited person',
      'stemma-server user create --email ada@example.com --name Ada',
    ],
  ],

  async run({ email: address, name }) {
    const email = requireEmail(address)
    const displayName = requireText('name', 'name', name ?? nameOf(email))
    const now = new Date().toISOString()
    const { userId, isNew } = await withTransaction(readConfig(), async (db) => {
      const vouched = await vouchForUser({ db, now }, email)
      if (vouched !== undefined) return { userId: vouched, isNew: false }
      return { userId: await createUser({ db, now }, { email, displayName }), isNew: true }
    })
    const text = isNew ? `User  ${userId}  ${email}\n` : `The e-mail address of ${userId} is now verified.\n`
    return { data: { user: { id: userId, email } }, text }
  },
})
