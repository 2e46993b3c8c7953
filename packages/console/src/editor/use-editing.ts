import type { ContentReference, Presence } from '@stemma/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryClient } from '../app/queries.ts'
import type { Version } from '../screens/space/place.ts'
import { type Editing, openEditing } from './editing.ts'
import { followPage } from './live.ts'
import type { PageKey } from './saving/delivery.ts'
import type { Entry } from './saving/journal.ts'
import { takeOver, tryToHold } from './saving/page-lock.ts'
import { placeOf, type SaveState } from './saving/page-writer.ts'
import { sendUnsent } from './saving/unsent.ts'

export interface EditedPage {
  readonly about: Pick<Entry, 'userId' | 'organizationId' | 'path' | 'title'>
  readonly page: PageKey
  readonly titleOf: (ref: ContentReference) => string | undefined
  readonly onDraft: (version: Version) => void
}

export type Phase =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly editing: Editing }
  /** Another window of this browser writes the page. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'failed'; readonly failure: unknown }

/** Opens a page for writing while the component is shown, and sends what is left when it is closed. */
export function useEditing({ about, page, titleOf, onDraft }: EditedPage) {
  const mount = useRef<HTMLDivElement>(null)
  const [phase, setPhase] = useState<Phase>({ kind: 'opening' })
  const [state, setState] = useState<SaveState>({ kind: 'saved' })
  const [people, setPeople] = useState<readonly Presence[]>([])
  const [isTaken, setTaken] = useState(false)
  const open = useEffectEvent((parent: HTMLElement) =>
    openEditing({ about, page, parent, titleOf, onDraft, onState: setState }),
  )
  const place = useEffectEvent(() => placeOf(page))
  const finish = useEffectEvent(async (editing: Editing | undefined, release: (() => void) | undefined) => {
    await editing?.close()
    release?.()
    await sendUnsent(about.userId)
    await queryClient.invalidateQueries({ queryKey: ['spaces', page.spaceId] })
  })
  useEffect(() => {
    let [isOpen, editing, release]: [boolean, Editing | undefined, (() => void) | undefined] = [
      true,
      undefined,
      undefined,
    ]
    const end = (next?: Phase) => {
      if (!isOpen) return
      isOpen = false
      void finish(editing, release)
      if (next !== undefined) setPhase(next)
    }
    const start = async (parent: HTMLElement) => {
      const hold = isTaken ? takeOver : tryToHold
      release = await hold(place(), () => end({ kind: 'elsewhere' }))
      if (release === undefined) return setPhase({ kind: 'elsewhere' })
      editing = await open(parent)
      if (isOpen) setPhase({ kind: 'open', editing })
      else await finish(editing, release)
    }
    const fail = (failure: unknown) => {
      release?.()
      if (isOpen) setPhase({ kind: 'failed', failure })
    }
    if (mount.current !== null) start(mount.current).catch(fail)
    return () => end()
  }, [isTaken])
  useLive(phase, { page, organizationId: about.organizationId, onPeople: setPeople })
  return { mount, phase, state, people, takeOver: () => setTaken(true) }
}

interface Followed {
  readonly page: PageKey
  readonly organizationId: string
  readonly onPeople: (people: readonly Presence[]) => void
}

function useLive(phase: Phase, { page, organizationId, onPeople }: Followed) {
  const writer = phase.kind === 'open' ? phase.editing.writer : undefined
  const { spaceId, version, pageId } = page
  const changeRequestId = version.kind === 'change' ? version.id : undefined
  useEffect(() => {
    if (writer === undefined) return
    const ending = new AbortController()
    const at: Version =
      changeRequestId === undefined ? { kind: 'current' } : { kind: 'change', id: changeRequestId }
    followPage({
      page: { spaceId, version: at, pageId },
      organizationId,
      signal: ending.signal,
      onRevision: (revision) => writer.notice(revision),
      onPeople,
    })
    return () => ending.abort()
  }, [writer, spaceId, changeRequestId, pageId, organizationId, onPeople])
}
