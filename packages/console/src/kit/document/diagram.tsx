import { useLayoutEffect, useRef } from 'react'
import { type DiagramView, diagramIn } from '../drawings/diagrams.ts'

/** The diagram that code means. */
export function Diagram({ source }: { readonly source: string }) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<DiagramView>(undefined)
  useLayoutEffect(() => {
    if (host.current === null) return
    view.current = diagramIn(host.current)
    return view.current.close
  }, [])
  useLayoutEffect(() => view.current?.show(source), [source])
  return <div className="diagram" ref={host} />
}
