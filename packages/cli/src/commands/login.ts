import { WrongUsage, withoutControls } from '@stemma/command-line'
import { loginByBrowser } from '../browser-login.ts'
import { type Call, defineCommand } from '../command.ts'
import { connect, withoutSlash } from '../session.ts'

/** The token is saved only after the server has taken it, and printed never. */
export const login = defineCommand({
  name: 'login',
  summary: 'Sign in to a server, with your browser or with a token.',
  options: {
    with: {
      value: 'WAY',
      summary: 'How; otherwise the browser at a terminal, else a token from the standard input.',
      choices: ['browser', 'token'],
    },
  },
  examples: [
    ['With your browser', 'stemma login --endpoint https://docs.example.com'],
    ['With a token from a file', 'stemma login --endpoint https://docs.example.com --with token < token.txt'],
  ],

  async run({ with: way }, call) {
    const { endpoint: given, credentials } = call
    if (given === undefined) throw new WrongUsage('Say where to sign in: stemma login --endpoint URL')
    const endpoint = withoutSlash(given)
    const token = await tokenFor(call, endpoint, way)
    if (token === '') throw new WrongUsage('No token was given: type it when asked, or set STEMMA_TOKEN.')

    const user = await connect({ endpoint, token }, call.userAgent).getAuthenticatedUser()
    await credentials.save({ endpoint, token })
    return { data: user, text: `Signed in to ${endpoint} as ${withoutControls(user.displayName)}.\n` }
  },
})

async function tokenFor(
  { token, isTerminal, askToken, machine, tell, userAgent }: Call,
  endpoint: string,
  way = isTerminal && token === undefined ? 'browser' : 'token',
): Promise<string> {
  if (way === 'token') return token ?? askToken()
  if (!/^https?:\/\/[^\s?#@]+$/.test(endpoint)) {
    throw new WrongUsage('The endpoint must be an address like https://docs.example.com.')
  }
  return loginByBrowser({ endpoint, userAgent, name: `stemma on ${machine}`.slice(0, 50), tell })
}
