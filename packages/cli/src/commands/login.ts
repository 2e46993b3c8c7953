import { WrongUsage, withoutControls } from '@stemma/command-line'
import { loginByBrowser } from '../browser-login.ts'
import { type Call, defineCommand } from '../command.ts'
import { connect, withoutSlash } from '../session.ts'

/** The token is saved only after the server has accepted it, and never printed. */
export const login = defineCommand({
  options: {
    with: {
      value: 'WAY',
      summary: 'How to sign in. Default: browser at a terminal, otherwise token from the standard input.',
      choices: ['browser', 'token'],
    },
    scopes: {
      value: 'SCOPES',
      summary: 'With the browser: the scopes of the new token, separated by commas. Default: all.',
    },
  },
  examples: [
    ['Sign in with your browser', 'stemma login --endpoint https://docs.example.com'],
    [
      'Sign in with read-only access',
      'stemma login --endpoint https://docs.example.com --scopes user:read,space:read',
    ],
    [
      'Sign in with a token from a file',
      'stemma login --endpoint https://docs.example.com --with token < token.txt',
    ],
  ],

  async run({ with: way, scopes }, call) {
    const { endpoint: given, credentials } = call
    if (given === undefined)
      throw new WrongUsage('Name the server to sign in to: stemma login --endpoint URL')
    const endpoint = withoutSlash(given)
    const token = await tokenFor(call, endpoint, { way, scopes })
    if (token === '') throw new WrongUsage('No token was given. Type it at the prompt, or set STEMMA_TOKEN.')

    const client = await connect({ endpoint, token }, call.userAgent)
    const user = await client.getAuthenticatedUser()
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
    throw new WrongUsage('--scopes requires --with browser: an existing token has its scopes already.')
  }
  if (way === 'token') return token ?? askToken()
  if (!/^https?:\/\/[^\s?#@]+$/.test(endpoint)) {
    throw new WrongUsage('The endpoint must be a URL like https://docs.example.com.')
  }
  return loginByBrowser({ endpoint, userAgent, name: `stemma on ${machine}`.slice(0, 50), scopes, tell })
}

interface Asked {
  readonly way?: 'browser' | 'token' | undefined
  readonly scopes?: string | undefined
}
