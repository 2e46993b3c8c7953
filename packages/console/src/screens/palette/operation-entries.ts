import { operations } from '@stemma/contract'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type Callable, mayCall, reachOf, type Screen, screens } from '../run/reach.ts'
import { useStanding } from '../run/standing.ts'
import type { Entry } from './entry.ts'
import { useWhere } from './where.ts'

const most = 12

/** The operations of the API that match, and that this person may call here. */
export function useOperationEntries(organizationId: string, query: string): readonly Entry[] {
  const navigate = useNavigate()
  const { spaceId } = useParams({ strict: false })
  const standing = useStanding(organizationId, spaceId)
  const where = useWhere()
  if (query.length < 2) return []
  const words = query.toLowerCase().split(' ')
  const params = { organizationId }
  return Object.entries<Callable>(operations)
    .filter(([id, one]) => isNamed(id, one, words) && mayCall(one, standing))
    .map(([operationId, one]) => ({ operationId, one, reach: reachOf(operationId, one) }))
    .filter(({ reach }) => reach === 'screen' || reach === 'form')
    .slice(0, most)
    .map(({ operationId, one }) => {
      const screen = screens[operationId]
      const run = () =>
        navigate({
          to: '/o/$organizationId/run/$operationId',
          params: { organizationId, operationId },
          search: Object.fromEntries(
            Object.entries(where).filter(([name]) => one.path.includes(`{${name}}`)),
          ),
        })
      return {
        id: `run ${operationId}`,
        icon: 'terminal-window',
        title: one.summary,
        note: operationId,
        act: screen === undefined ? run : () => navigate({ to: paths[screen], params }),
      }
    })
}

const paths = {
  home: '/o/$organizationId',
  reviews: '/o/$organizationId/reviews',
  search: '/o/$organizationId/search',
  'new space': '/o/$organizationId/new',
  imports: '/o/$organizationId/imports',
  'imports and exports': '/o/$organizationId/settings/imports',
  sites: '/o/$organizationId/sites',
  'new site': '/o/$organizationId/sites/new',
  'audit log': '/o/$organizationId/settings/audit',
  members: '/o/$organizationId/settings/members',
  teams: '/o/$organizationId/settings/teams',
  permissions: '/o/$organizationId/settings/permissions',
  integrations: '/o/$organizationId/settings/integrations',
  account: '/o/$organizationId/settings/account',
  server: '/o/$organizationId/settings/server',
} as const satisfies Readonly<Record<Screen, string>>

function isNamed(id: string, { summary }: Callable, words: readonly string[]): boolean {
  const text = `${summary} ${id}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
