import type { ImportRun } from '@stemma/contract'
import { toPages } from '../../../app/operations.ts'
import { isActive } from '../../imports/runs.ts'

/** The states by which imports can be filtered. */
export const importStates = ['active', 'completed', 'failed', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]

export function isImportState(value: unknown): value is ImportState {
  return importStates.some((one) => one === value)
}

const againMs = 2000

/** The imports that the person can see, newest first, read again as long as one of them goes on. */
export function importsOf(organizationId: string, status: ImportState | undefined) {
  const query = { limit: 50, ...(status !== undefined && { status }) }
  return {
    ...toPages('listImportRuns', { params: { organizationId }, query }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }: Held) =>
      data?.pages.some(({ items }) => items.some(isActive)) ? againMs : false,
  } as const
}

interface Held {
  readonly state: {
    readonly data: { readonly pages: readonly { readonly items: readonly ImportRun[] }[] } | undefined
  }
}
