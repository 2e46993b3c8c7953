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

export interface State {
  readonly visibility: (typeof visibilities)[number]
  readonly published: boolean
  /** Whether readers may see earlier days and changes. */
  readonly history: boolean
}

/** The credentials of a visitor. */
export interface Facts {
  readonly share: (typeof shares)[number]
  readonly token: (typeof tokens)[number]
}

/**
 * Decides from the facts alone whether a visitor is admitted. Deliberately independent of the server's code,
 * and an allowlist: everything else is denied.
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

/** Whether content with this condition is visible; `true` requires a claim that only one token has. */
export function isSeen(state: State, facts: Facts, condition: Condition): boolean {
  if (!isAdmitted(state, facts)) return false
  return condition === 'none' || (condition === 'true' && facts.token === 'valid')
}

/** What shows earlier days and changes, which nobody sees if the owner has switched them off. */
const historyOutputs: ReadonlySet<string> = new Set([
  'page of an earlier day',
  'list of changes',
  'feed',
  'text of an earlier day',
])

export function isTold({ history }: State, output: string): boolean {
  return history || !historyOutputs.has(output)
}

/** Conditional blocks; `unknown` ones name a claim that no longer exists, the last two are unbalanced. */
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

/** Like `isSeen`, for blocks. Undecidable conditions hide every branch; without claims none is met. */
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
