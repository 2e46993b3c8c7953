import type { Drawn } from './draw-formula.ts'
import './formulas.css'

export type Display = 'block' | 'inline'

let draw: ((tex: string, display: Display) => Drawn) | undefined
let loading: Promise<void> | undefined

/** Loads what draws formulas. If the network is gone, they are shown as they are written. */
export function loadFormulas(): Promise<void> {
  loading ??= import('./draw-formula.ts').then(
    ({ drawFormula }) => {
      draw = drawFormula
    },
    () => {
      loading = undefined
    },
  )
  return loading
}

interface FormulaOptions {
  readonly display: Display
  /** Whether a formula stays while the next one has an error: somebody is typing. */
  readonly isKept?: boolean
  /** Tells what is wrong with the formula, if anything. */
  readonly onDrawn?: (problem: string | undefined) => void
}

/** Shows formulas in an element, one after the other. It is drawn at once if another one was drawn before. */
export function formulaIn(host: HTMLElement, { display, isKept, onDrawn }: FormulaOptions) {
  let wanted: string | undefined
  const show = (tex: string) => {
    if (tex !== wanted) return
    const drawn = draw?.(tex, display)
    if (drawn !== undefined && 'math' in drawn) host.replaceChildren(drawn.math)
    else if (!isKept || host.querySelector('math') === null) host.replaceChildren(sourceOf(tex))
    if (drawn !== undefined) onDrawn?.('problem' in drawn ? drawn.problem : undefined)
  }
  return (tex: string) => {
    wanted = tex
    show(tex)
    if (draw === undefined) void loadFormulas().then(() => draw && show(tex))
  }
}

function sourceOf(tex: string): HTMLElement {
  const code = document.createElement('code')
  code.textContent = tex
  return code
}
