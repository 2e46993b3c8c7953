import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EditorView } from '../../screens/space/place.ts'
import type { Editing } from '../editing.ts'
import type { Source } from './source.ts'
import './source-side.css'

interface SourceSideProps {
  readonly editing: Editing | undefined
  readonly view: EditorView
  readonly title: string
  readonly path: string
  readonly onOpen: (source: Source) => void
}

/** The source of the page. It is loaded when it is shown for the first time, and stays. */
export function SourceSide({ editing, view, title, path, onOpen }: SourceSideProps) {
  const mount = useRef<HTMLDivElement>(null)
  const [hasFailed, setFailed] = useState(false)
  const isWanted = view !== 'visual'
  const isAsked = useRef(false)
  const open = useEffectEvent(async (parent: HTMLElement, opened: Editing) => {
    try {
      onOpen(await opened.openSource(parent))
    } catch {
      setFailed(true)
    }
  })
  useEffect(() => {
    if (!isWanted || editing === undefined || mount.current === null || isAsked.current) return
    isAsked.current = true
    void open(mount.current, editing)
  }, [isWanted, editing])
  return (
    <section className="side" data-side="source" aria-label="Source" hidden={!isWanted}>
      {view === 'source' && <h1 className="hidden-text">{title}</h1>}
      <header className="side-head">
        <b>Source</b>
        <span className="cut">{path}.md</span>
      </header>
      {hasFailed && (
        <p role="alert">The source view could not be loaded. Check the network and reload the page.</p>
      )}
      <div className="source" ref={mount} />
    </section>
  )
}
