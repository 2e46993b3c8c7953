import type { JSONDocument } from '@stemma/contract'
import { Blocks } from './blocks.tsx'
import { type References, ReferencesContext } from './references.ts'
import './document-text.css'

interface DocumentTextProps {
  readonly document: JSONDocument
  readonly references: References
}

/** A text as the API returns it, to read: of a page, a comment or a change request. */
export function DocumentText({ document, references }: DocumentTextProps) {
  return (
    <ReferencesContext value={references}>
      <div className="prose">
        <Blocks nodes={document.nodes} />
      </div>
    </ReferencesContext>
  )
}
