import { useNavigate, useRouter } from '@tanstack/react-router'
import { type EditorView, type Place, placeOf, splatOf, versionIn, versionSearchIn } from './place.ts'

/** Goes from place to place within a space. */
export interface Walk {
  /** The place that is open, unless another space or screen is. */
  readonly here: () => Place | undefined
  /** Steps that begin at a place. Whoever went elsewhere meanwhile stays there. */
  readonly from: (start: Place | undefined) => (to: Place, options?: StepOptions) => Promise<void>
}

interface StepOptions {
  readonly replace?: boolean
  /** Open the page for writing. */
  readonly view?: EditorView | undefined
}

export function useWalk(organizationId: string, spaceId: string): Walk {
  const navigate = useNavigate()
  const router = useRouter()
  const here = () => {
    const match = router.state.matches.at(-1)
    const params: Readonly<Record<string, string | undefined>> = match?.params ?? {}
    if (params.spaceId !== spaceId) return undefined
    if (params._splat !== undefined) return placeOf(params._splat)
    // Other screens of the space say in their search which version they show.
    return { version: versionIn(versionSearchIn({ ...match?.search })), path: '' }
  }
  return {
    here,
    from(start) {
      let at = start && splatOf(start)
      return async (to, { replace = false, view } = {}) => {
        const now = here()
        const _splat = splatOf(to)
        if (now === undefined || splatOf(now) !== at || _splat === at) return
        at = _splat
        await navigate({
          to: '/o/$organizationId/s/$spaceId/$',
          params: { organizationId, spaceId, _splat },
          search: view === undefined ? {} : { view },
          replace,
        })
      }
    },
  }
}
