import type { Conflict } from '@stemma/contract'
import { keptValue } from '../../app/kept-value.ts'
import { type Side, takesNothing } from './conflicts.ts'

/** What somebody decided about one conflict. A text of their own is kept, even if they then take a side. */
export interface Decision {
  readonly choice?: Side | 'own'
  readonly text?: string
}

/** By ID: it changes with the sides, so a decision never counts for something else. */
type Decisions = Readonly<Record<string, Decision>>

/** By change request, until they are sent. */
const kept = keptValue<Readonly<Record<string, Decisions>>>('stemma.decisions', {})

export function useDecisions(changeRequestId: string) {
  const decisions = kept.useValue()[changeRequestId] ?? {}
  const write = (next: Decisions) => kept.set({ ...kept.get(), [changeRequestId]: next })
  return {
    decisions,
    decide(id: string, decision: Decision) {
      const before = kept.get()[changeRequestId] ?? {}
      write({ ...before, [id]: { ...before[id], ...decision } })
    },
    /** Drops what was decided about conflicts that are not there any more. */
    keepOnly(conflicts: readonly Conflict[]) {
      const ids = new Set(conflicts.map(({ id }) => id))
      write(Object.fromEntries(Object.entries(decisions).filter(([id]) => ids.has(id))))
    },
    forget() {
      const { [changeRequestId]: _, ...others } = kept.get()
      kept.set(others)
    },
  }
}

/** A decision as the API takes it; undefined as long as there is none. */
export function resolutionOf(conflict: Conflict, { choice, text = '' }: Decision = {}) {
  if (choice === undefined) return undefined
  if (choice !== 'own') return { conflict: conflict.id, resolution: choice }
  return text === '' && !takesNothing(conflict) ? undefined : { conflict: conflict.id, content: text }
}
