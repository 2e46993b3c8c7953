import type { Program } from '@stemma/command-line'
import { version } from '../common/version.ts'
import type { Surroundings } from './command.ts'
import { commands } from './index.ts'

/** Everything that `stemma-server` can do: its help and its reference are made from this. */
export const program: Program<Surroundings> = {
  name: 'stemma-server',
  summary: 'The command of people who run a Stemma server.',
  version,
  commands,
  groups: {
    token: 'Tokens of users.',
    password: 'Passwords of users.',
    domain: 'E-mail domains of organizations.',
    search: 'The search index.',
    keys: 'Keys that encrypt secrets.',
    audit: 'The audit log.',
  },
  common: {
    json: { summary: 'Print the result as JSON, and nothing else.' },
    quiet: { summary: 'Show no progress.' },
  },
  exitCodes: {
    0: 'Done.',
    1: 'Failed.',
    2: 'Wrong usage: the command line cannot be followed.',
  },
  environment: {
    DATABASE_URL: 'The database.',
    'STEMMA_…': 'Every other setting, listed in docs/configuration.md.',
  },
}
