import { useNavigate, useParams } from '@tanstack/react-router'
import { searchOf } from '../space/place.ts'
import { useOpenPlace } from '../space/use-open-place.ts'
import type { Entry } from './entry.ts'

/** The screens of the space that is open. Those with content show the version that is open. */
export function useSpaceEntries(organizationId: string): readonly Entry[] {
  const navigate = useNavigate()
  const { spaceId } = useParams({ strict: false })
  const { version } = useOpenPlace()
  if (spaceId === undefined) return []
  const params = { organizationId, spaceId }
  const note = 'This space'
  return [
    {
      id: 'space-changes',
      icon: 'git-pull-request',
      title: 'Change requests',
      note,
      act: () => navigate({ to: '/o/$organizationId/s/$spaceId/~/changes', params }),
    },
    {
      id: 'space-history',
      icon: 'clock-counter-clockwise',
      title: 'History',
      note,
      act: () => navigate({ to: '/o/$organizationId/s/$spaceId/~/history', params }),
    },
    {
      id: 'space-files',
      icon: 'paperclip',
      title: 'Files',
      note,
      keys: 'g f',
      act: () => navigate({ to: '/o/$organizationId/s/$spaceId/~/files', params, search: searchOf(version) }),
    },
    {
      id: 'space-reusable',
      icon: 'puzzle-piece',
      title: 'Reusable contents and variables',
      note,
      act: () =>
        navigate({ to: '/o/$organizationId/s/$spaceId/~/reusable', params, search: searchOf(version) }),
    },
  ]
}
