import type { Condition } from '../../packages/server/src/test/audience-site.ts'

export const visibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const
export const shares = ['none', 'right', 'wrong', 'inactive', 'of another site'] as const
export const tokens = [
  'none',
  'valid',
  'expired',
  'wrong key',
  'alg none',
  'of another site',
  'missing claim',
] as const

/** How a site is set. */
export interface State {
  readonly visibility: (typeof visibilities)[number]
  readonly published: boolean
}

/** What a visitor brings. */
export interface Facts {
  readonly share: (typeof shares)[number]
  readonly token: (typeof tokens)[number]
}

/**
 * Who is let in, told from the facts alone. It is written apart from the server's own decision on purpose,
 * and as a table of what is allowed: everything else is not.
 */
function isAdmitted({ visibility, published }: State, { share, token }: Facts): boolean {
  const opened = {
    public: true,
    unlisted: true,
    'share-link': share === 'right',
    'visitor-auth': token === 'valid' || token === 'missing claim',
  }
  return published && opened[visibility]
}

/** Whether something with this condition is seen: the true one asks for a claim that only one token has. */
export function isSeen(state: State, facts: Facts, condition: Condition): boolean {
  if (!isAdmitted(state, facts)) return false
  return condition === 'none' || (condition === 'true' && facts.token === 'valid')
}

/** Blocks of a text under conditions: `unknown` ones name a claim that is lost, the last two do not pair. */
export const blockNames = [
  'none',
  'true',
  'false',
  'unknown',
  'else of true',
  'else of false',
  'else of unknown',
  'false in true',
  'else in true',
  'unclosed',
  'stray',
] as const
export type Block = (typeof blockNames)[number]

/** The same for blocks. What cannot be decided hides every branch; without claims no condition is met. */
export function isBlockSeen(state: State, facts: Facts, block: Block): boolean {
  const isPaying = facts.token === 'valid'
  const seen: Readonly<Record<Block, boolean>> = {
    none: true,
    true: isPaying,
    false: false,
    unknown: false,
    'else of true': !isPaying,
    'else of false': true,
    'else of unknown': false,
    'false in true': false,
    'else in true': isPaying,
    unclosed: false,
    stray: false,
  }
  return isAdmitted(state, facts) && seen[block]
}
