import { useQuery } from '@tanstack/react-query'
import { toPages, toQuery } from '../../app/operations.ts'

const atOnce = 50

/** The notifications of the reader, newest first. */
export function notificationsOf(organizationId: string, unread: boolean) {
  return toPages('listNotifications', { params: { organizationId }, query: { unread, limit: atOnce } })
}

/** How many are unread: asked for now and then, and when the window gets the focus again. */
export function useUnread(organizationId: string): number {
  const one = toQuery('listNotifications', { params: { organizationId }, query: { unread: true, limit: 1 } })
  const { data } = useQuery({ ...one, refetchInterval: everyMs, throwOnError: false })
  return data?.count ?? 0
}

const everyMs = 60_000
