import type { Presence } from '@stemma/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { queryClient } from '../app/queries.ts'
import { sharedValue } from '../app/shared-value.ts'
import { readAgain } from '../comments/discussion.ts'
import { noticeComment } from '../comments/live.ts'
import { pagesOf } from '../screens/space/contents.ts'
import { findPage, type Version } from '../screens/space/place.ts'
import { type Editing, openEditing } from './editing.ts'
import { discussionOf, followPage } from './live.ts'
import type { PageKey } from './saving/delivery.ts'
import type { Entry, PageChanges } from './saving/journal.ts'
import { lockNameOf, takeOver, tryToHold } from './saving/page-lock.ts'
import type { SaveState } from './saving/save-state.ts'
import { unsentKey } from './saving/unsent-pages.ts'

export interface EditedPage {
  readonly about: Pick<Entry, 'userId' | 'organizationId' | 'path' | 'title'>
  readonly page: PageKey
  readonly onDraft: (version: Version) => void
  /** The first title of the page gave it this path. */
  readonly onPath: (version: Version, path: string) => Promise<void>
}

export type Phase =
  | { readonly kind: 'opening' }
  | { readonly kind: 'open'; readonly editing: Editing }
  /** Another window of this browser writes the page. */
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'failed'; readonly failure: unknown }

/** Opens a page for writing while the component is shown, and sends what is left when it is closed. */
export function useEditing({ about, page, onDraft, onPath }: EditedPage) {
  const mount = useRef<HTMLDivElement>(null)
  const [phase, setPhase] = useState<Phase>({ kind: 'opening' })
  const [saving] = useState(() => sharedValue<SaveState>({ kind: 'saved' }))
  const [people, setPeople] = useState<readonly Presence[]>([])
  const [takes, setTakes] = useState(0)
  // Every key says that something is being saved: it is drawn once.
  const show = (next: SaveState) => {
    if (next.kind !== 'saving' || saving.get().kind !== 'saving') saving.set(next)
  }
  const open = useEffectEvent((parent: HTMLElement, holdDraft: (to: PageKey) => void) => {
    const toDraft = (to: PageKey) => {
      holdDraft(to)
      onDraft(to.version)
    }
    const onSaved = (to: PageKey, changes: PageChanges) => showNamed(to, changes, onPath)
    return openEditing({ about, page, parent, onDraft: toDraft, onState: show, onSaved })
  })
  const name = useEffectEvent(() => lockNameOf(page))
  const finish = useEffectEvent(async (opening: Opening, locks: readonly Lock[]) => {
    const editing = await opening.catch(() => undefined)
    await editing?.close()
    for (const lock of locks) (await lock)?.()
    await queryClient.invalidateQueries({ queryKey: unsentKey })
    await queryClient.invalidateQueries({ queryKey: ['spaces', page.spaceId] })
  })
  useEffect(() => {
    let [isOpen, opening]: [boolean, Opening] = [true, Promise.resolve(undefined)]
    const locks: Lock[] = []
    const end = (next?: Phase) => {
      if (!isOpen) return
      isOpen = false
      void finish(opening, locks)
      if (next !== undefined) setPhase(next)
    }
    const hold = (how: typeof tryToHold, where: string) => {
      const lock = how(where, () => end({ kind: 'elsewhere' }))
      locks.push(lock.catch(() => undefined))
      return lock
    }
    const start = async (parent: HTMLElement) => {
      const release = await hold(takes > 0 ? takeOver : tryToHold, name())
      if (!isOpen) return
      if (release === undefined) return setPhase({ kind: 'elsewhere' })
      const editing = open(parent, (draft) => void hold(tryToHold, lockNameOf(draft)))
      // The window that takes the page waits until it is open here: each has the words of the one before.
      opening = editing
      const opened = await editing
      if (isOpen) setPhase({ kind: 'open', editing: opened })
    }
    const fail = (failure: unknown) => {
      for (const lock of locks) void lock.then((release) => release?.())
      if (isOpen) setPhase({ kind: 'failed', failure })
    }
    if (mount.current !== null) start(mount.current).catch(fail)
    return () => end()
  }, [takes])
  useLive(phase, { page, about, onPeople: setPeople })
  const takePage = () => {
    setPhase({ kind: 'opening' })
    setTakes(takes + 1)
  }
  return { mount, phase, saving, people, takeOver: takePage }
}

/** The tree shows a title as soon as it is saved, and the URL follows the path. */
async function showNamed(to: PageKey, { title, slug }: PageChanges, onPath: EditedPage['onPath']) {
  if (title === undefined && slug === undefined) return
  const { spaceId, version, pageId } = to
  // Without an answer the tree is old, and nothing is lost.
  const answer = await queryClient
    .fetchQuery({ ...pagesOf(spaceId, version), staleTime: 0, networkMode: 'always', retry: false })
    .catch(() => undefined)
  const page = findPage(answer?.pages ?? [], pageId)
  if (slug !== undefined && page !== undefined && 'path' in page) await onPath(version, page.path)
}

type Lock = ReturnType<typeof tryToHold>
type Opening = Promise<Editing | undefined>

interface Followed {
  readonly page: PageKey
  readonly about: EditedPage['about']
  readonly onPeople: (people: readonly Presence[]) => void
}

function useLive(phase: Phase, { page, about: { organizationId, userId }, onPeople }: Followed) {
  const writer = phase.kind === 'open' ? phase.editing.writer : undefined
  const { spaceId, version, pageId } = page
  const changeRequestId = version.kind === 'change' ? version.id : undefined
  useEffect(() => {
    if (writer === undefined) return
    const ending = new AbortController()
    const at: Version =
      changeRequestId === undefined ? { kind: 'current' } : { kind: 'change', id: changeRequestId }
    const place = { spaceId, version: at, pageId }
    followPage({
      page: place,
      organizationId,
      signal: ending.signal,
      onBegin: () => {
        writer.notice()
        void readAgain(discussionOf(place))
      },
      onRevision: (revision) => writer.notice(revision),
      onPeople,
      onComment: (change) => void noticeComment({ ...discussionOf(place), userId }, change),
    })
    return () => ending.abort()
  }, [writer, spaceId, changeRequestId, pageId, organizationId, userId, onPeople])
}
