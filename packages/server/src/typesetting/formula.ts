import katex from 'katex'
import { type Markup, type MarkupElement, readMarkup } from './markup.ts'
import { printable } from './words.ts'

/** A part of a formula for the template. */
export interface Term {
  readonly t: string
  readonly [field: string]: unknown
}

/** Converts a LaTeX formula. Undefined if KaTeX can't parse it or it is too large. */
export function formulaOf(source: string, { display }: { readonly display: boolean }): Term[] | undefined {
  if (source.trim() === '' || source.length > lettersMax) return undefined
  try {
    const options = { ...limits, displayMode: display, output: 'mathml' } as const
    const terms = termsOf(readMarkup(katex.renderToString(source, options)).children, { display, depth: 0 })
    return terms.length === 0 ? undefined : terms
  } catch {
    return undefined
  }
}

const lettersMax = 5_000
const limits = { throwOnError: true, strict: 'ignore', trust: false, maxExpand: 500, maxSize: 20 } as const

interface Place {
  readonly display: boolean
  readonly depth: number
}

/** Typst can't lay out deeper nesting. */
const depthMax = 12

function termsOf(nodes: readonly Markup[], place: Place): Term[] {
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : termOf(node, place)))
}

function termOf(element: MarkupElement, place: Place): Term[] {
  if (place.depth > depthMax) throw new RangeError('This formula is nested too deeply.')
  const { name, attributes, children } = element
  const leaf = leaves[name]
  if (leaf) return leaf(printable(textOf(children)), attributes)
  const within = { ...place, depth: place.depth + 1 }
  const set = kinds[name]
  if (set) return [set(element, within)]
  if (name === 'annotation') return []
  return name === 'mrow' ? row(children, place) : termsOf(children, place)
}

function textOf(nodes: readonly Markup[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('')
}

type Attributes = MarkupElement['attributes']

const leaves: Readonly<Record<string, (text: string, attributes: Attributes) => Term[]>> = {
  mi: (text, { mathvariant }) =>
    styled(mathvariant, isOne(text) ? { t: 'i', s: text } : { t: 'op', s: text }),
  mn: (text, { mathvariant }) => styled(mathvariant, { t: 'text', s: text }),
  mtext: (text) => [{ t: 'text', s: text.replaceAll('\u00A0', ' ') }],
  mo: (text) => {
    const shown = text.replaceAll(/[\u2061-\u2064\u200B]/g, '')
    if (shown === '') return []
    return [isOne(shown) ? { t: 'i', s: shown } : { t: 'op', s: shown }]
  },
  mspace: (_text, { width = '' }) => {
    const em = Number.parseFloat(width)
    return width.endsWith('em') && em > -3 && em < 20 ? [{ t: 'space', em }] : []
  },
}

/** A single character with its combining marks. */
function isOne(text: string): boolean {
  return /^\P{M}\p{M}*$/u.test(text)
}

function styled(variant: string | undefined, term: Term): Term[] {
  const style = styles[variant ?? '']
  if (style) return [{ t: 'styled', style, c: [term] }]
  return variant === 'normal' && term.t === 'i' ? [{ t: 'upright', s: term.s }] : [term]
}

const styles: Readonly<Record<string, string>> = {
  bold: 'bold',
  'bold-italic': 'bold',
  'double-struck': 'bb',
  script: 'cal',
  'bold-script': 'cal',
  fraktur: 'frak',
  'bold-fraktur': 'frak',
  'sans-serif': 'sans',
  'bold-sans-serif': 'sans',
  monospace: 'mono',
}

const kinds: Readonly<Record<string, (element: MarkupElement, place: Place) => Term>> = {
  mfrac: ({ attributes, children }, place) => {
    const t = attributes.linethickness?.startsWith('0') ? 'binom' : 'frac'
    return { t, c: parts(children, place) }
  },
  msqrt: ({ children }, place) => ({ t: 'sqrt', c: [group(termsOf(children, place))] }),
  mroot: ({ children }, place) => ({ t: 'root', c: parts(children, place) }),
  msub: ({ children }, place) => attached(children, place, ['bottom']),
  msup: ({ children }, place) => attached(children, place, ['top']),
  msubsup: ({ children }, place) => attached(children, place, ['bottom', 'top']),
  munder: ({ children }, place) => around(children, place, ['bottom']),
  mover: ({ children }, place) => around(children, place, ['top']),
  munderover: ({ children }, place) => around(children, place, ['bottom', 'top']),
  mphantom: ({ children }, place) => ({ t: 'phantom', c: [group(termsOf(children, place))] }),
  mtable: table,
}

function group(c: readonly Term[]): Term {
  const [first] = c
  return c.length === 1 && first ? first : { t: 'row', c }
}

function parts(nodes: readonly Markup[], place: Place): Term[] {
  return elementsIn(nodes).map((node) => group(termOf(node, place)))
}

function elementsIn(nodes: readonly Markup[]): MarkupElement[] {
  return nodes.filter((node): node is MarkupElement => typeof node !== 'string')
}

type Side = 'top' | 'bottom'

function attached(nodes: readonly Markup[], place: Place, sides: readonly Side[], limits = false): Term {
  const [base = { t: 'row', c: [] }, ...scripts] = parts(nodes, place)
  const beside = scripts.map((script, at) => [sides[at] ?? 'top', script])
  return { t: 'attach', limits, c: [base], ...Object.fromEntries(beside) }
}

/** Sets something above or below a base; it may be an accent or a line. */
function around(nodes: readonly Markup[], place: Place, sides: readonly Side[]): Term {
  const [base, script] = elementsIn(nodes)
  const sign = script?.name === 'mo' ? textOf(script.children) : ''
  const c = base ? [group(termOf(base, place))] : []
  const accent = sides[0] === 'top' ? accents[sign] : undefined
  if (sides.length === 1 && accent) return { t: 'accent', s: accent, c }
  const line = sides.length === 1 ? lines[`${sides[0]} ${sign}`] : undefined
  return line ? { t: line, c } : attached(nodes, place, sides, true)
}

const accents: Readonly<Record<string, string>> = {
  '^': '\u0302',
  ˆ: '\u0302',
  '~': '\u0303',
  '˜': '\u0303',
  '⃗': '\u20D7',
  '→': '\u20D7',
  '˙': '\u0307',
  '¨': '\u0308',
  ˇ: '\u030C',
  '˘': '\u0306',
  '´': '\u0301',
  '`': '\u0300',
}
const lines: Readonly<Record<string, string>> = {
  'top ˉ': 'over',
  'top ‾': 'over',
  'top ¯': 'over',
  'top \u2015': 'over',
  'bottom ‾': 'under',
  'bottom _': 'under',
  'bottom ⏟': 'underbrace',
  'top ⏞': 'overbrace',
}

/** Fences around a row grow with its content. */
function row(nodes: readonly Markup[], place: Place): Term[] {
  const within = elementsIn(nodes)
  const [open, close] = [within[0], within.at(-1)]
  const isFenced = within.length > 1 && [open, close].every((one) => one?.name === 'mo' && isFence(one))
  if (!isFenced || !open || !close) return termsOf(nodes, place)
  const c = termsOf(within.slice(1, -1), { ...place, depth: place.depth + 1 })
  return [{ t: 'fence', open: signOf(open), close: signOf(close), c }]
}

function isFence({ attributes }: MarkupElement): boolean {
  return attributes.fence === 'true'
}

function signOf({ children }: MarkupElement): string {
  const sign = printable(textOf(children)).trim()
  return isOne(sign) ? sign : ''
}

function table({ attributes, children }: MarkupElement, place: Place): Term {
  const rows = elementsIn(children).map(({ children: cells }) =>
    elementsIn(cells).map((cell) => group(termsOf(cell.children, place))),
  )
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0)
  const aligned = (attributes.columnalign ?? '').split(' ')
  const align = Array.from({ length: width }, (_, at) => sides.find((one) => one === aligned[at]) ?? 'center')
  const gap = Number.parseFloat((attributes.columnspacing ?? '1em').split(' ')[0] ?? '1')
  const filled = rows.map((cells) => align.map((_, at) => cells[at] ?? { t: 'row', c: [] }))
  return { t: 'table', align, gap: Math.min(3, Math.max(0, gap || 0)), rows: filled }
}

const sides = ['left', 'right', 'center'] as const
