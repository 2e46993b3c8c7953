import type { AuditEvent } from '@stemma/contract'
import type { QueryClient } from '@tanstack/react-query'
import { toPages, toQuery } from '../../../app/operations.ts'

/** How far back it goes, in days. */
export const periods = ['1', '7', '30', 'all'] as const
type Period = (typeof periods)[number]

export const defaultPeriod: Period = '7'

export function isPeriod(value: unknown): value is Period {
  return periods.some((one) => one === String(value))
}

/** What the URL says: everything that is left out is not filtered. */
export interface AuditSearch {
  readonly period?: Period
  readonly actor?: string
  readonly action?: string
  readonly space?: string
}

const atOnce = 50

/** The entries of the audit log that match, newest first. */
export function eventsOf(organizationId: string, search: AuditSearch) {
  return toPages('listOrganizationAuditEvents', {
    params: { organizationId },
    query: { ...queryOf(search), limit: atOnce },
  })
}

export function queryOf({ period = defaultPeriod, actor, action, space }: AuditSearch) {
  const from = startOf(period)
  return {
    ...(from !== undefined && { from }),
    ...(actor !== undefined && { actor }),
    // A URL can name an action that the server doesn't know: the server says so.
    ...(action !== undefined && { action: action as never }),
    ...(space !== undefined && { space }),
  }
}

const hourMs = 3_600_000

/** From a full hour on, so that the same question has the same answer for a while. */
function startOf(period: Period): string | undefined {
  if (period === 'all') return undefined
  const now = Math.floor(Date.now() / hourMs) * hourMs
  return new Date(now - Number(period) * 24 * hourMs).toISOString()
}

const membersAtOnce = 200

/** The people to choose from, part by part. */
export function membersOf(organizationId: string) {
  return toPages('listMembersInOrganizationById', {
    params: { organizationId },
    query: { limit: membersAtOnce, sort: 'name', order: 'asc' },
  })
}

export function actorOf(userId: string) {
  return { ...toQuery('getUserById', { params: { userId } }), throwOnError: false, staleTime: hourMs }
}

/** Reads the names of everybody who did something, so that nothing moves when they arrive. */
export async function loadActors(queryClient: QueryClient, events: readonly AuditEvent[]) {
  const ids = new Set(events.flatMap(({ actor }) => (actor.type === 'user' ? [actor.id] : [])))
  await Promise.all([...ids].map((id) => queryClient.prefetchQuery(actorOf(id))))
}
