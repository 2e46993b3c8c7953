import type { Program } from '@stemma/command-line'
import manifest from '../package.json' with { type: 'json' }
import type { Call } from './command.ts'
import { commands } from './commands/index.ts'
import { exitCodes } from './exit-codes.ts'

/** Everything that `stemma` can do: its help, its completion and its reference are made from this. */
export const program: Program<Call> = {
  name: 'stemma',
  summary: 'The command of people who use a Stemma server.',
  version: manifest.version,
  commands,
  groups: {
    spaces: 'Spaces: where pages live.',
    pages: 'Pages of a space, or of one of its change requests.',
    cr: 'Change requests: proposed changes of a space.',
  },
  common: {
    endpoint: {
      value: 'URL',
      summary: 'The server; otherwise STEMMA_ENDPOINT, otherwise the one you signed in to.',
    },
    token: {
      value: 'TOKEN',
      summary: 'A token; otherwise STEMMA_TOKEN, otherwise the one you signed in with.',
    },
    json: { summary: 'Print the objects of the API as JSON, and nothing else.' },
    quiet: { summary: 'Show no progress.' },
    'no-color': { summary: 'Print without colours; they are for terminals only, anyway.' },
  },
  exitCodes,
  environment: {
    STEMMA_ENDPOINT: 'The server.',
    STEMMA_TOKEN: 'A token.',
    STEMMA_ORG: 'The organization, by id.',
    STEMMA_SPACE: 'The space, by id or title.',
    'VISUAL, EDITOR': 'The editor for texts; otherwise vi.',
    NO_COLOR: 'If it is set, nothing is coloured.',
    XDG_CONFIG_HOME: 'Where the folder stemma has your login and your choices; otherwise ~/.config.',
  },
}
