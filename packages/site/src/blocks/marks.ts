import type { DocumentLeaf, DocumentMark } from '@stemma/content'
import { type Html, html } from '../html.ts'

/** A text with its marks. The last mark is the innermost. */
export function renderMarks({ text, marks }: DocumentLeaf): Html {
  return marks.reduceRight((inner, mark) => renderMark(mark, inner), renderLines(text))
}

/** A line break within a paragraph is an element. */
function renderLines(text: string): Html {
  if (!text.includes('\n')) return html`${text}`
  return html`${text.split('\n').map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`))}`
}

function renderMark({ type, data }: DocumentMark, inner: Html): Html {
  switch (type) {
    case 'bold':
      return html`<strong>${inner}</strong>`
    case 'italic':
      return html`<em>${inner}</em>`
    case 'code':
      return html`<code>${inner}</code>`
    case 'keyboard':
      return html`<kbd>${inner}</kbd>`
    case 'strikethrough':
      return html`<s>${inner}</s>`
    case 'superscript':
      return html`<sup>${inner}</sup>`
    case 'subscript':
      return html`<sub>${inner}</sub>`
    case 'color':
      return renderColor(colorOf(data?.text), colorOf(data?.background), inner)
  }
}

/** Words in a colour, on a colour, or both. */
function renderColor(text: string | undefined, background: string | undefined, inner: Html): Html {
  const words = text === undefined ? inner : html`<span class="marks ${text}">${inner}</span>`
  return background === undefined ? words : html`<mark class="marks ${background}">${words}</mark>`
}

/** Authors can write any colour: known names become classes, and the text keeps its own for every other. */
function colorOf(value: unknown): string | undefined {
  return typeof value === 'string' ? colors.get(value) : undefined
}

const colors: ReadonlyMap<string, string> = new Map([
  ['red', 'tone-danger'],
  ['orange', 'marks-orange'],
  ['yellow', 'tone-warning'],
  ['green', 'tone-success'],
  ['blue', 'tone-info'],
  ['purple', 'marks-purple'],
  ['$primary', 'marks-primary'],
  ['$info', 'tone-info'],
  ['$success', 'tone-success'],
  ['$warning', 'tone-warning'],
  ['$danger', 'tone-danger'],
])
