import type { DocumentNode } from '@stemma/contract'
import { type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import { refIn } from './data.ts'
import { safeHref, useReferences } from './references.ts'

interface ReusedProps {
  readonly node: DocumentNode
  /** Draws the blocks of the text. */
  readonly draw: (nodes: readonly DocumentNode[]) => ReactNode
}

/** A text that is written once for several pages, under its name: a comment or an edit here is not in it. */
export function ReusedBlock({ node, draw }: ReusedProps) {
  const label = useId()
  const { hrefOf, useReused } = useReferences()
  const ref = refIn(node)
  const { title, text } = useReused(ref)
  return (
    <section className="reused" aria-labelledby={label}>
      <a className="reused-name" id={label} href={safeHref(ref && hrefOf(ref))}>
        <Icon name="puzzle-piece" /> Reusable content: {title}
      </a>
      {text && draw(text.nodes)}
    </section>
  )
}
