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
    scopes: {
      value: 'SCOPES',
      summary: 'With the browser: the only scopes of the new token, with commas between.',
    },
  },
  examples: [
    ['With your browser', 'stemma login --endpoint https://docs.example.com'],
    ['Only to read', 'stemma login --endpoint https://docs.example.com --scopes user:read,space:read'],
    ['With a token from a file', 'stemma login --endpoint https://docs.example.com --with token < token.txt'],
  ],

  async run({ with: way, scopes }, call) {
    const { endpoint: given, credentials } = call
    if (given === undefined) throw new WrongUsage('Say where to sign in: stemma login --endpoint URL')
    const endpoint = withoutSlash(given)
    const token = await tokenFor(call, endpoint, { way, scopes })
    if (token === '') throw new WrongUsage('No token was given: type it when asked, or set STEMMA_TOKEN.')

    const user = await connect({ endpoint, token }, call.userAgent).getAuthenticatedUser()
    await credentials.save({ endpoint, token })
    return { data: user, text: `Signed in to ${endpoint} as ${withoutControls(user.displayName)}.\n` }
  },
})

async function tokenFor(
  { token, isTerminal, askToken, machine, tell, userAgent }: Call,
  endpoint: string,
  { way = isTerminal && token === undefined ? 'browser' : 'token', scopes }: Asked,
): Promise<string> {
  if (way === 'token' && scopes !== undefined) {
    throw new WrongUsage('--scopes is for a login with the browser: a token has its scopes already.')
  }
  if (way === 'token') return token ?? askToken()
  if (!/^https?:\/\/[^\s?#@]+$/.test(endpoint)) {
    throw new WrongUsage('The endpoint must be an address like https://docs.example.com.')
  }
  return loginByBrowser({ endpoint, userAgent, name: `stemma on ${machine}`.slice(0, 50), scopes, tell })
}

interface Asked {
  readonly way?: 'browser' | 'token' | undefined
  readonly scopes?: string | undefined
}
