import type { Program } from '@stemma/command-line'
import manifest from '../package.json' with { type: 'json' }
import type { Call } from './command.ts'
import { commands } from './commands/index.ts'
import { exitCodes } from './exit-codes.ts'

/** All commands of `stemma`: the source of its help, its completion and its reference. */
export const program: Program<Call> = {
  name: 'stemma',
  summary: 'Work with a Stemma server from the command line.',
  version: manifest.version,
  commands,
  groups: {
    spaces: 'Spaces, which hold pages.',
    pages: 'Pages of a space or a change request.',
    cr: 'Change requests: proposed changes to a space.',
    comments: 'Comments on spaces, change requests and pages.',
    sites: 'Sites: spaces as they are published.',
    tokens: 'Your personal access tokens.',
    trash: 'Deleted spaces.',
  },
  common: {
    endpoint: {
      value: 'URL',
      summary: 'The URL of the server. Default: STEMMA_ENDPOINT, or the server you signed in to.',
    },
    token: {
      value: 'TOKEN',
      summary: 'An access token. Default: STEMMA_TOKEN, or the token you signed in with.',
    },
    json: { summary: 'Print the result as JSON, as the API returns it.' },
    quiet: { summary: 'Show no progress.' },
    'no-color': { summary: 'Print without colors.' },
  },
  exitCodes,
  environment: {
    STEMMA_ENDPOINT: 'The URL of the server.',
    STEMMA_TOKEN: 'An access token.',
    STEMMA_ORG: 'The default organization, by id.',
    STEMMA_SPACE: 'The default space, by id or title.',
    'VISUAL, EDITOR': 'The editor for texts. Default: vi.',
    NO_COLOR: 'If set, print without colors.',
    XDG_CONFIG_HOME: 'The folder that has your login and defaults, in stemma/. Default: ~/.config.',
  },
}
