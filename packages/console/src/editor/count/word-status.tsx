import { useMemo, useSyncExternalStore } from 'react'
import type { Visual } from '../visual/visual.ts'
import { wordCountOf } from './word-count.ts'

/** A calm pace, as people read instructions. */
const wordsInMinute = 220

/** How many words the page has, or are selected, and how long it takes to read. */
export function WordStatus({ visual }: { readonly visual: Visual }) {
  const count = useMemo(() => wordCountOf(visual), [visual])
  const { words, selected } = useSyncExternalStore(count.watch, count.get)
  if (words === undefined) return <span className="editor-words" />
  const all = `${words.toLocaleString('en')} ${words === 1 ? 'word' : 'words'}`
  return (
    <span className="editor-words dots">
      <span>{selected > 0 ? `${selected.toLocaleString('en')} of ${all}` : all}</span>
      <span>{words > 0 && `${Math.max(1, Math.round(words / wordsInMinute))} min to read`}</span>
    </span>
  )
}
