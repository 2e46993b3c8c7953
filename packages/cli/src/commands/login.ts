import { defineCommand, WrongUsage } from '../command.ts'
import { connect, withoutSlash } from '../session.ts'
import { withoutControls } from '../table.ts'

/** The token is saved only after the server has taken it, and printed never. */
export const login = defineCommand({
  name: 'login',
  summary: 'Sign in to a server with a token, which is asked for or read from the standard input.',
  options: {},

  async run({ surroundings, userAgent }) {
    const { endpoint: given, token: givenToken, credentials, askToken } = surroundings
    if (given === undefined) throw new WrongUsage('Say where to sign in: stemma login --endpoint URL')
    const endpoint = withoutSlash(given)
    const token = givenToken ?? (await askToken())
    if (token === '') throw new WrongUsage('No token was given: type it when asked, or set STEMMA_TOKEN.')

    const user = await connect({ endpoint, token }, userAgent).getAuthenticatedUser()
    await credentials.save({ endpoint, token })
    return { data: user, text: `Signed in to ${endpoint} as ${withoutControls(user.displayName)}.\n` }
  },
})
