import katex from 'katex'

type Display = 'block' | 'inline'

/** A formula as MathML, or what is wrong with its TeX. */
export type Drawn = { readonly math: Element } | { readonly problem: string }

/** Draws a formula as sites do. KaTeX is large: everything else loads this file when it meets a formula. */
export function drawFormula(tex: string, display: Display): Drawn {
  if (tex.trim() === '') return { problem: 'The formula is empty.' }
  if (tex.length > formulaMax) return { problem: `The formula is longer than ${formulaMax} characters.` }
  try {
    const options = { ...limits, displayMode: display === 'block', output: 'mathml' } as const
    const math = mathIn(katex.renderToString(tex, options))
    return math === undefined ? { problem: 'The formula can’t be drawn.' } : { math }
  } catch (error) {
    return { problem: problemIn(error, tex) }
  }
}

const formulaMax = 5_000
/** With `trust: false`, KaTeX draws no links, images or attributes that authors write. */
const limits = { throwOnError: true, strict: 'ignore', trust: false, maxExpand: 500, maxSize: 20 } as const

function problemIn(error: unknown, tex: string): string {
  if (!(error instanceof katex.ParseError)) return 'The formula can’t be drawn.'
  const { rawMessage, position } = error
  if (position === undefined) return sentence(rawMessage)
  const place = position >= tex.length ? 'the end' : `character ${position + 1}`
  return sentence(`${rawMessage}, at ${place}`)
}

function sentence(words: string): string {
  return /[.!?]$/.test(words) ? words : `${words}.`
}

const namespace = 'http://www.w3.org/1998/Math/MathML'
const tags = /<(\/?)([a-z]+)(|[ /][^<>]*)>|[^<]+/g
const attributes = / ([a-z]+)="([^"]*)"/g

/**
 * The elements of KaTeX's markup. The policy of the console lets no text become markup, and only elements
 * and attributes that draw something are taken.
 */
function mathIn(markup: string): Element | undefined {
  const start = markup.indexOf('<math')
  const end = markup.lastIndexOf('</math>')
  const open: Element[] = []
  let root: Element | undefined
  let skipped = 0
  for (const [text, slash, name = '', written = ''] of markup.slice(start, end).matchAll(tags)) {
    const isDrawn = elementNames.has(name)
    const isWhole = written.endsWith('/')
    if (name === '') {
      if (skipped === 0) open.at(-1)?.append(decoded(text))
    } else if (slash === '/') {
      if (skipped > 0) skipped--
      else open.pop()
    } else if (skipped > 0 || !isDrawn) skipped += isWhole ? 0 : 1
    else {
      const element = elementOf(name, written)
      root ??= element
      open.at(-1)?.append(element)
      if (!isWhole) open.push(element)
    }
  }
  return root
}

function elementOf(name: string, written: string): Element {
  const element = document.createElementNS(namespace, name)
  for (const [, attribute = '', value = ''] of written.matchAll(attributes))
    if (attributeNames.has(attribute)) element.setAttribute(attribute, decoded(value))
  return element
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

function decoded(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
}

const elementNames = new Set(
  (
    'math semantics mrow mi mn mo mtext ms mspace mfrac msqrt mroot msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts mtable mtr mlabeledtr mtd mstyle mpadded mphantom menclose'
  ).split(' '),
)

const attributeNames = new Set(
  (
    'display displaystyle scriptlevel mathvariant mathcolor mathbackground mathsize stretchy symmetric ' +
    'fence separator form lspace rspace minsize maxsize accent accentunder movablelimits width height ' +
    'depth voffset linethickness notation columnalign columnspacing columnlines rowspacing rowlines rowalign'
  ).split(' '),
)
