import { useMatch, useNavigate } from '@tanstack/react-router'
import { useShortcuts } from './shortcuts.ts'

/** `g` and a letter go to a screen of the organization, and `/` to its search. */
export function GoTo({ organizationId }: { readonly organizationId: string }) {
  const navigate = useNavigate()
  // There, the key leads to the field, and the words stay.
  const isSearching = useMatch({ from: '/o/$organizationId/search', shouldThrow: false }) !== undefined
  const params = { organizationId }
  useShortcuts('organization', {
    'g h': () => void navigate({ to: '/o/$organizationId', params }),
    'g i': () => void navigate({ to: '/o/$organizationId/inbox', params }),
    'g r': () => void navigate({ to: '/o/$organizationId/reviews', params }),
    ...(!isSearching && { '/': () => void navigate({ to: '/o/$organizationId/search', params }) }),
  })
  return null
}
