import type { JSONDocument } from '@stemma/contract'
import { type Around, Blocks } from './blocks.tsx'
import { type References, ReferencesContext } from './references.ts'
import './document-text.css'

interface DocumentTextProps {
  readonly document: JSONDocument
  readonly references: References
  /** Puts something beside each block. */
  readonly around?: Around | undefined
}

/** A text as the API returns it, to read: of a page, a comment or a change request. */
export function DocumentText({ document: { nodes }, references, around }: DocumentTextProps) {
  return (
    <ReferencesContext value={references}>
      <div className="prose">
        <Blocks nodes={nodes} around={around} />
      </div>
    </ReferencesContext>
  )
}
