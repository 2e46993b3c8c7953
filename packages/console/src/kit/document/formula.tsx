import { useLayoutEffect, useRef } from 'react'
import { type Display, formulaIn } from '../drawings/formulas.ts'

interface FormulaProps {
  readonly tex: string
  readonly display: Display
}

/** A formula as it is drawn on sites. */
export function Formula({ tex, display }: FormulaProps) {
  const host = useRef<HTMLSpanElement & HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (host.current !== null) formulaIn(host.current, { display })(tex)
  }, [tex, display])
  if (display === 'inline') return <span className="formula" data-display="inline" ref={host} />
  return (
    // biome-ignore lint/a11y/useSemanticElements: a formula is no group of fields.
    <div
      className="formula"
      data-display="block"
      role="group"
      aria-label={`Formula: ${tex}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long formulas are moved sideways by keyboard too.
      tabIndex={0}
      ref={host}
    />
  )
}
