import type { Program } from '@stemma/command-line'
import { version } from '../common/version.ts'
import type { Surroundings } from './command.ts'
import { commands } from './index.ts'

/** All commands of `stemma-server`. Source of its help and its reference. */
export const program: Program<Surroundings> = {
  name: 'stemma-server',
  summary: 'Run and maintain a Stemma server.',
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
    json: { summary: 'Print only the result, as JSON.' },
    quiet: { summary: 'Hide progress.' },
  },
  exitCodes: {
    0: 'Done.',
    1: 'Failed.',
    2: 'Wrong usage: the command line cannot be followed.',
  },
  environment: {
    DATABASE_URL: 'The database.',
    'STEMMA_…': 'All other settings; see docs/configuration.md.',
  },
}
