import { readConfig } from '../config/config.ts'
import { createOrganization, createUser, issueToken, type Moment, type NewUser } from './accounts.ts'
import { CommandFailure, defineCommand } from './command.ts'
import { withTransaction } from './database.ts'
import { expiryIn, nameOf, requireEmail, requireText } from './input.ts'
import * as accounts from './store.ts'

export const init = defineCommand({
  name: 'init',
  summary: 'Create the first user, an organization with that user as admin, and a token that is shown once.',
  options: {
    email: { value: 'EMAIL', summary: 'The e-mail address of the user. It is considered verified.' },
    name: {
      value: 'NAME',
      summary: 'The name of the user. Defaults to the part of the address before the @.',
    },
    organization: { value: 'TITLE', summary: 'The title of the organization.' },
    force: { summary: 'Continue even if there are users already.' },
  },
  examples: [
    ['Set up an empty database', "stemma-server init --email ada@example.com --organization 'Example Docs'"],
  ],

  async run({ email: address, name, organization: title, force = false }) {
    const email = requireEmail(address)
    const person = { email, displayName: requireText('name', 'name', name ?? nameOf(email)) }
    const organization = requireText('organization', 'organization', title)
    const { user, token, ...made } = await withTransaction(readConfig(), async (db) => {
      if (!force && (await accounts.hasUsers(db))) {
        throw new CommandFailure(
          'There are users already. Create tokens for them with stemma-server token create, or add --force.',
        )
      }
      return foundOrganization({ db, now: new Date().toISOString() }, person, organization)
    })
    const text = `User          ${user.id}  ${user.email}
Organization  ${made.organization.id}  ${made.organization.title}
Token         ${token.secret}

The token is not shown again. Send it as: Authorization: Bearer ${token.secret}
`
    return { data: { user, organization: made.organization, token }, text }
  },
})

/** Creates a user, their organization and a first token. */
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
