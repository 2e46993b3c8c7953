import type { ImportRun } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { toQuery } from '../../app/operations.ts'

const againMs = 1000

export function runOf(organizationId: string, importRunId: string) {
  return toQuery('getImportRun', { params: { organizationId, importRunId } })
}

/** The imports of this person; those of everybody for admins. They change by themselves. */
export function runsIn(organizationId: string) {
  const list = toQuery('listImportRuns', { params: { organizationId }, query: { limit: 20 } })
  return { ...list, staleTime: 0 }
}

/** An import, read again until it has ended. */
export function useRun(organizationId: string, importRunId: string) {
  return useQuery({
    ...runOf(organizationId, importRunId),
    refetchInterval: ({ state }) => (state.data === undefined || isActive(state.data) ? againMs : false),
  })
}

export function isActive({ status }: Pick<ImportRun, 'status'>): boolean {
  return status === 'pending' || status === 'in-progress'
}

export const statusWords = {
  pending: 'Waiting',
  'in-progress': 'Importing',
  completed: 'Imported',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Readonly<Record<ImportRun['status'], string>>

export const statusTones = {
  pending: 'info',
  'in-progress': 'info',
  completed: 'success',
  failed: 'danger',
  cancelled: 'warning',
} as const satisfies Readonly<Record<ImportRun['status'], string>>

/** What an import reads, in words. */
export function nameOf({ source }: Pick<ImportRun, 'source'>): string {
  if (source.type !== 'file') return source.url
  return source.files.length === 1 ? 'An uploaded file' : `${source.files.length} uploaded files`
}

export function countPages(count: number): string {
  return count === 1 ? '1 page' : `${count.toLocaleString('en')} pages`
}

/** Progress and failures count pages and the files that they show together. */
export function countPagesAndFiles(count: number): string {
  return count === 1 ? '1 page or file' : `${count.toLocaleString('en')} pages and files`
}
