import type { Comment } from '@stemma/contract'
import { createContext, useContext } from 'react'
import type { References } from '../kit/document/references.ts'
import type { Discussion } from './discussion.ts'
import type { DraftPlace } from './drafts.ts'
import type { Target } from './writes.ts'

/** A discussion as a screen shows it: what was said, and what its reader may do. */
export interface Talk {
  readonly discussion: Discussion
  readonly organizationId: string
  readonly userId: string
  readonly comments: readonly Comment[]
  readonly mayComment: boolean
  /** Whether the text that people talk about can be changed. */
  readonly mayEdit: boolean
  /** Whether other people's comments can be resolved, too. */
  readonly mayResolve: boolean
  readonly references: References
  /** The comment that the URL leads to. */
  readonly linked?: string | undefined
  /** The URL of a comment. */
  readonly hrefOf: (commentId: string) => string
  /** Leads to a text, by its first words. */
  readonly onShow?: (words: string) => void
  readonly draftAt: (at: string) => DraftPlace
  /** How often the box at a place was opened; 0 after it was closed, undefined if it was never touched. */
  readonly boxAt: (at: string) => number | undefined
  readonly openBox: (at: string) => void
  readonly closeBox: (at: string) => void
}

export const TalkContext = createContext<Talk | undefined>(undefined)

/** Texts are also compared where nobody talks about them. */
export function useTalkIfAny(): Talk | undefined {
  return useContext(TalkContext)
}

export function useTalk(): Talk {
  const talk = useTalkIfAny()
  if (talk === undefined) throw new TypeError('Comments are shown inside of a TalkProvider.')
  return talk
}

/** Where a new comment on something is kept until it is sent. */
export function placeOfNew({ page = '', node = '' }: Target): string {
  return `new/${page}/${node}`
}
