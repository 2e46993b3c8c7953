import { createContext, use } from 'react'
import type { Problems } from './draft.ts'
import type { Callable } from './reach.ts'

/** What every field of a form can ask for. */
interface Filling {
  readonly organizationId: string
  readonly operation: Callable
  /** The parameters of the path, as filled in so far. */
  readonly params: Readonly<Record<string, string>>
  readonly problems: Problems
}

export const FillingContext = createContext<Filling | undefined>(undefined)

export function useFilling(): Filling {
  const filling = use(FillingContext)
  if (filling === undefined) throw new Error('Fields belong into a form.')
  return filling
}
