import type { Source } from './source.ts'

/** Modules that produce markup from something else than a template: shapes, JSON, formulas, checked HTML. */
const makers = [
  'packages/server/src/http/html.ts',
  'packages/site/src/blocks/html-elements.ts',
  'packages/site/src/blocks/math.ts',
  'packages/site/src/frame/head.ts',
  'packages/site/src/frame/icon.ts',
  'packages/site/src/html.ts',
]

/** What would let text of people become markup. */
export function wrongMarkup({ path, text, code }: Source): string[] {
  const made = makers.includes(path) ? [] : [...code.matchAll(/\bnew Html\(/g)]
  return [
    ...made.map(
      ({ index }) => `${lineAt(text, index)} makes HTML from a string: use html, or list the module`,
    ),
    ...holesIn(code)
      .filter((hole) => /\s[\w:-]+=$/.test(text.slice(0, hole)))
      .map(
        (hole) => `${lineAt(text, hole)} has an attribute without quotes: a space in its value would end it`,
      ),
  ].map((fault) => `${path}:${fault}`)
}

/** Where the values of templates with the tag `html` begin. */
function holesIn(code: string): number[] {
  const holes: number[] = []
  const open: { isHtml: boolean; braces: number }[] = []
  let [isText, braces] = [false, 0]
  for (let at = 0; at < code.length; at++) {
    const sign = code[at]
    if (sign === '`') {
      isText = !isText
      if (isText) open.push({ isHtml: /\bhtml$/.test(code.slice(Math.max(0, at - 5), at)), braces })
      else open.pop()
    } else if (isText && sign === '$' && code[at + 1] === '{') {
      if (open.at(-1)?.isHtml) holes.push(at)
      isText = false
    } else if (!isText && sign === '{') braces++
    else if (!isText && sign === '}') {
      braces--
      if (braces === open.at(-1)?.braces) isText = true
    }
  }
  return holes
}

/** A stylesheet of the site or the theme. */
export interface Sheet {
  readonly path: string
  readonly text: string
}

/** Literal colours belong to the tokens, every size has a direction that the language can turn around. */
export function wrongStyles({ path, text }: Sheet): string[] {
  const css = text.replaceAll(/\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, (comment) =>
    comment.replaceAll(/[^\n]/g, ' '),
  )
  const rules: [RegExp, string][] = [
    [/!important/g, 'says !important: use a later layer'],
    [/(?<![\w-])(?:margin|padding|border|inset)-(?:left|right|top|bottom)\b/g, physical],
    [/(?<=[{;\n]\s*)(?:(?:min-|max-)?(?:width|height)|left|right|top|bottom)\s*:/g, physical],
    [/(?:float|clear)\s*:\s*(?:left|right)\b/g, physical],
  ]
  if (!path.endsWith('/tokens.css')) {
    rules.push(
      [/(?<=[\s,(:])#[0-9a-f]{3,8}\b/gi, literal],
      [/\b(?:rgba?|hsla?|oklch|oklab)\((?!from )/g, literal],
    )
  }
  return rules.flatMap(([form, fault]) =>
    [...css.matchAll(form)].map(({ index }) => `${path}:${lineAt(css, index)} ${fault}`),
  )
}

const physical = 'has a physical property: say inline or block'
const literal = 'has a colour of its own: add it to tokens.css'

/** Custom properties that are used and that no sheet sets. */
export function unknownProperties(sheets: readonly Sheet[]): string[] {
  const known = new Set(
    sheets.flatMap(({ text }) => [...text.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name)),
  )
  return sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\s*\)/g)]
      .filter(([, name]) => !known.has(name))
      .map(({ 1: name, index }) => `${path}:${lineAt(text, index)} uses ${name}, which nothing sets`),
  )
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}
