import { type ReactNode, useMemo, useState } from 'react'
import { useShortcuts } from '../../app/shortcuts.ts'
import type { EditorView } from '../../screens/space/place.ts'
import type { Editing } from '../editing.ts'
import type { Source } from '../source/source.ts'
import { FindBar } from './find-bar.tsx'
import { inVisual } from './in-visual.ts'
import type { Query } from './pattern.ts'

interface FindOptions {
  readonly view: EditorView
  readonly editing: Editing | undefined
  readonly source: Source | undefined
}

interface Find {
  /** The bar, while something is looked for. */
  readonly bar: ReactNode
  readonly open: () => void
}

interface Asked {
  readonly side: 'visual' | 'source'
  readonly isReplacing: boolean
  /** How often somebody asked: each time, the field gets the focus. */
  readonly number: number
}

/** Finds words in the view that has the cursor. The words stay for the next time. */
export function useFind({ view, editing, source }: FindOptions): Find {
  const [asked, setAsked] = useState<Asked>()
  const [query, setQuery] = useState<Query>({ words: '', isCaseKept: false, isWhole: false })
  const visual = editing?.visual
  const inText = useMemo(() => visual && inVisual(visual), [visual])
  const searchedOn = (side: Asked['side']) => (side === 'source' ? source?.searched : inText)
  const side = view === 'both' ? (asked?.side ?? 'visual') : view
  const open = (isReplacing = asked?.isReplacing ?? false) => {
    const next = view !== 'both' ? view : source?.view.hasFocus ? 'source' : 'visual'
    const words = searchedOn(next)?.selected() ?? ''
    if (words !== '') setQuery({ ...query, words })
    setAsked({ side: next, isReplacing, number: (asked?.number ?? 0) + 1 })
  }
  useShortcuts('views', { 'mod+f': () => open(), 'mod+alt+f': () => open(true) })
  const bar = asked && (
    <FindBar
      searched={searchedOn(side)}
      number={asked.number}
      query={query}
      onQuery={setQuery}
      isReplacing={asked.isReplacing}
      onReplacing={(isReplacing) => setAsked({ ...asked, isReplacing })}
      onClose={() => setAsked(undefined)}
    />
  )
  return { bar, open: () => open() }
}
