import { loginByBrowser } from '../browser-login.ts'
import { type Call, defineCommand, WrongUsage } from '../command.ts'
import { connect, withoutSlash } from '../session.ts'
import { withoutControls } from '../table.ts'

/** The token is saved only after the server has taken it, and printed never. */
export const login = defineCommand({
  name: 'login',
  summary: 'Sign in to a server, with your browser or with a token.',
  options: {
    with: {
      value: 'browser|token',
      summary: 'How; otherwise the browser at a terminal, else a token from the standard input.',
    },
  },

  async run(call) {
    const { endpoint: given, credentials } = call.surroundings
    if (given === undefined) throw new WrongUsage('Say where to sign in: stemma login --endpoint URL')
    const endpoint = withoutSlash(given)
    const token = await tokenFor(call, endpoint)
    if (token === '') throw new WrongUsage('No token was given: type it when asked, or set STEMMA_TOKEN.')

    const user = await connect({ endpoint, token }, call.userAgent).getAuthenticatedUser()
    await credentials.save({ endpoint, token })
    return { data: user, text: `Signed in to ${endpoint} as ${withoutControls(user.displayName)}.\n` }
  },
})

async function tokenFor(
  { options, surroundings, userAgent }: Call<'with'>,
  endpoint: string,
): Promise<string> {
  const { token, isTerminal, askToken, machine, tell } = surroundings
  const way = options.with ?? (isTerminal && token === undefined ? 'browser' : 'token')
  if (way !== 'browser' && way !== 'token') throw new WrongUsage('--with takes one of: browser, token.')
  if (way === 'token') return token ?? askToken()
  if (!/^https?:\/\/[^\s?#@]+$/.test(endpoint)) {
    throw new WrongUsage('The endpoint must be an address like https://docs.example.com.')
  }
  return loginByBrowser({ endpoint, userAgent, name: `stemma on ${machine}`.slice(0, 50), tell })
}
