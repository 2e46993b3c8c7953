import type { DocumentBlock } from '@stemma/content'
import katex from 'katex'
import { Html, html } from '../html.ts'
import { textIn } from './data.ts'

export function renderMath({ data }: DocumentBlock): Html {
  const formula = textIn(data, 'formula') ?? ''
  const drawn = renderFormula(formula, 'block')
  return html`<div class="math" tabindex="0" role="group" aria-label="${formula}">${drawn}</div>`
}

/** A LaTeX formula as MathML. A formula that can't be read is shown as it is written. */
export function renderFormula(formula: string, display: 'block' | 'inline'): Html {
  const source = html`<code>${formula}</code>`
  if (formula.trim() === '' || formula.length > formulaMax) return source
  try {
    const options = { ...limits, displayMode: display === 'block', output: 'mathml' } as const
    const drawn = katex.renderToString(formula, options)
    const start = drawn.indexOf('<math')
    const end = drawn.lastIndexOf('</math>')
    return start < 0 || end < 0 ? source : new Html(withoutStyles(drawn.slice(start, end + 7)))
  } catch {
    return source
  }
}

const formulaMax = 5_000
/** With `trust: false`, KaTeX draws no links, images or attributes that authors write. */
const limits = { throwOnError: true, strict: 'ignore', trust: false, maxExpand: 500, maxSize: 20 } as const

/** KaTeX escapes quotes, so that an attribute ends at the next one. Its annotation repeats the source. */
function withoutStyles(mathml: string): string {
  return mathml
    .replaceAll(/ style="[^"]*"/g, '')
    .replace(/<annotation encoding="application\/x-tex">[^<]*<\/annotation>/, '')
}
