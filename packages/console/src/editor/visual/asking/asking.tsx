import { useEffect, useState, useSyncExternalStore } from 'react'
import { announce } from '../../../app/announcements.tsx'
import type { Visual } from '../visual.ts'
import { askedIn, stopAsking } from './asking-plugin.ts'
import type { Place } from './question-props.ts'

const load = () => import('./question.tsx')
type Loaded = Awaited<ReturnType<typeof load>>

/** Its lists and forms are fetched while somebody still looks for the block. */
export function preloadQuestions() {
  load().catch(() => undefined)
}

/** What a person is asked for. Lists and forms are loaded for the first question. */
export function Asking({ visual: { view, watch }, ...place }: Place & { readonly visual: Visual }) {
  const asked = useSyncExternalStore(watch, () => askedIn(view))
  const [loaded, setLoaded] = useState<Loaded>()
  const isWanted = asked !== undefined && loaded === undefined
  useEffect(() => {
    if (!isWanted) return
    load().then(setLoaded, () => {
      announce('This could not be loaded. Try again when you are online.')
      stopAsking(view)
    })
  }, [isWanted, view])
  return asked && loaded && <loaded.Question view={view} asked={asked} {...place} />
}
