import type { DocumentPage } from '@stemma/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useShortcuts } from '../app/shortcuts.ts'
import { Segments } from '../kit/segments.tsx'
import { useMedia } from '../kit/use-media.ts'
import { isUnwritten } from '../screens/space/page-title.ts'
import { type EditorView, editorViews } from '../screens/space/place.ts'
import type { Editing } from './editing.ts'
import type { Source } from './source/source.ts'

interface Views {
  readonly view: EditorView
  readonly onView: (view: EditorView) => void
  readonly editing: Editing | undefined
  readonly source: Source | undefined
  /** In a new page, the title gets the cursor first. */
  readonly page: DocumentPage
}

/** The view that is shown. It has the cursor as soon as it is there, in the same block as the one before. */
export function useViews({ view: wanted, onView, editing, source, page }: Views): EditorView {
  const isNarrow = useIsNarrow()
  const view = wanted === 'both' && isNarrow ? 'visual' : wanted
  const switchSide = () => {
    if (view !== 'both') return onView(view === 'visual' ? 'source' : 'visual')
    if (source?.view.hasFocus) source.leave()
    else source?.enter()
  }
  useShortcuts('views', { 'mod+shift+m': switchSide })
  const before = useRef(view)
  const enter = useEffectEvent((shown: EditorView, { visual }: Partial<Editing>, source?: Source) => {
    const wasSource = before.current === 'source'
    if (shown === 'source') source?.enter()
    else if (!wasSource || source === undefined) {
      // It has the cursor if somebody clicked there already; focusing it again would set the cursor back.
      if (!isUnwritten(page) && !visual?.view.hasFocus()) visual?.view.focus()
    } else if (shown === 'visual') source.leave()
    else source.view.focus()
    before.current = shown
  })
  useEffect(() => enter(view, editing ?? {}, source), [view, editing, source])
  useEffect(() => source?.follow(view === 'both'), [view, source])
  return view
}

function useIsNarrow(): boolean {
  return useMedia('(width < 56rem)')
}

interface ViewSwitchProps {
  readonly view: EditorView
  readonly onView: (view: EditorView) => void
}

/** Two views have no room beside each other on a phone. */
export function ViewSwitch({ view, onView }: ViewSwitchProps) {
  const isNarrow = useIsNarrow()
  const options = editorViews.filter((name) => name !== 'both' || !isNarrow)
  return (
    <Segments
      label="View"
      value={view}
      options={options.map((name) => ({ name, words: words[name] }))}
      onChange={onView}
    />
  )
}

const words = { visual: 'Visual', both: 'Both', source: 'Source' } as const
