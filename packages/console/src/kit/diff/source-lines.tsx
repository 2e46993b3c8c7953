import { NearRows } from '../near-rows.tsx'
import type { LineStep } from './lines.ts'
import './marks.css'
import './source-lines.css'

const signs = { same: ' ', inserted: '+', deleted: '−' } as const

/** Lines are low: more than a screen shows. */
const drawnAtFirst = 120

/** Lines of a source that stay, come and go. */
export function SourceLines({ lines }: { readonly lines: readonly LineStep[] }) {
  return (
    <div className="source-lines marks">
      <NearRows rows={lines} atFirst={drawnAtFirst}>
        {({ kind, text, before: from = 0, after: to = 0 }) => (
          <div className="source-line" key={`${from}-${to}`} data-kind={kind}>
            <span className="source-sign">{signs[kind]}</span>
            {kind === 'same' ? text : kind === 'inserted' ? <ins>{text}</ins> : <del>{text}</del>}
          </div>
        )}
      </NearRows>
    </div>
  )
}
