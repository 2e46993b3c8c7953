import { useNavigate } from '@tanstack/react-router'
import { useShortcuts } from './shortcuts.ts'

/** `g` and a letter go to a screen of the organization. */
export function GoTo({ organizationId }: { readonly organizationId: string }) {
  const navigate = useNavigate()
  const params = { organizationId }
  useShortcuts({
    'g h': () => void navigate({ to: '/o/$organizationId', params }),
    'g r': () => void navigate({ to: '/o/$organizationId/reviews', params }),
  })
  return null
}
