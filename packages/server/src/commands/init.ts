import { readConfig } from '../config/config.ts'
import { createOrganization, createUser, issueToken, type Moment, type NewUser } from './accounts.ts'
import { CommandFailure, defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { expiryIn, nameOf, requireEmail, requireText } from './input.ts'
import * as accounts from './store.ts'

export const init = defineCommand({
  name: 'init',
  summary:
    'Create the first user, an organization with that user as admin, and a token, which is shown once.',
  options: {
    email: { value: 'EMAIL', summary: 'The e-mail address of the user; it counts as verified.' },
    name: { value: 'NAME', summary: 'The name of the user; otherwise what stands before the @.' },
    organization: { value: 'TITLE', summary: 'The title of the organization.' },
    force: { summary: 'Do it even if there are users already.' },
  },
  examples: [
    [
      'The first user of an empty database',
      "stemma-server init --email ada@example.com --organization 'Example Docs'",
    ],
  ],

  async run({ email: address, name, organization: title, force = false }) {
    const email = requireEmail(address)
    const person = { email, displayName: requireText('name', 'name', name ?? nameOf(email)) }
    const organization = requireText('organization', 'organization', title)
    const { user, token, ...made } = await withTransaction(readConfig(), async (db) => {
      if (!force && (await accounts.hasUsers(db))) {
        throw new CommandFailure('There are users already. Create tokens for them, or add --force.')
      }
      return foundOrganization({ db, now: new Date().toISOString() }, person, organization)
    })
    const text = `User          ${user.id}  ${user.email}
Organization  ${made.organization.id}  ${made.organization.title}
Token         ${token.secret}

The token is not shown again. Use it as: Authorization: Bearer ${token.secret}
`
    return { data: { user, organization: made.organization, token }, text }
  },
})

/** A person, their organization and a token to begin with. */
export async function foundOrganization(moment: Moment, person: NewUser, title: string) {
  const userId = await createUser(moment, person)
  const organization = await createOrganization(moment, title, userId)
  const token = await issueToken(moment, {
    userId,
    label: 'First token',
    expiresAt: expiryIn(undefined, moment.now),
  })
  return { user: { id: userId, ...person }, organization, token }
}
