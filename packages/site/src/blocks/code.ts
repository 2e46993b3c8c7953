import type { DocumentBlock } from '@stemma/content'
import { renderIcon } from '../frame/icon.ts'
import { type Html, html } from '../html.ts'
import { plainText, textIn } from './data.ts'
import { languageName } from './languages.ts'
import type { CodeKind, CodeLine, Rendering } from './rendering.ts'

/** A code block as it is highlighted. */
export interface Code {
  readonly code: string
  readonly syntax: string
  /** For a comparison, `+`, `-` or a space for each line. */
  readonly signs?: readonly string[]
}

export function renderCode(block: DocumentBlock, rendering: Rendering): Html {
  const { data } = block
  const code = codeOf(block)
  return renderCodeFigure(code, rendering, {
    title: textIn(data, 'title'),
    isNumbered: data?.lineNumbers === true,
    isWrapped: data?.overflow === 'wrap',
    marked: markedLines(textIn(data, 'meta') ?? ''),
  })
}

interface CodeOptions {
  readonly title?: string | undefined
  readonly isNumbered?: boolean
  readonly isWrapped?: boolean
  readonly marked?: (line: number) => boolean
}

/** Code in a frame that can be scrolled with the keyboard. */
export function renderCodeFigure(code: Code, rendering: Rendering, options: CodeOptions = {}): Html {
  const { words } = rendering
  const language = languageName(code.syntax)
  const { title } = options
  const name = title || words.blocks.code(language).trim()
  const label = language !== '' && html`<span>${language}</span>`
  const caption = title
    ? html`<figcaption>${renderIcon('file-code')}<b>${title}</b>${label}</figcaption>`
    : undefined
  const { isNumbered = false, isWrapped = false } = options
  const look = html`${isNumbered && html` data-numbered`}${isWrapped && html` data-wrapped`}`
  return html`<figure class="code"${look}>${caption}
<pre tabindex="0" role="group" aria-label="${name}"><code>${lines(code, rendering, options)}</code></pre>
<button class="code-copy scripted" type="button" data-do="copy-code" aria-label="${words.blocks.copyCode}">
${renderIcon('copy')}</button></figure>`
}

/** The text of a code block. The signs of a comparison are no part of it, except in the language `diff`. */
export function codeOf({ data, nodes = [] }: DocumentBlock): Code {
  const written = nodes.map((line) => (line.object === 'block' ? rawText(line) : ''))
  const syntax = (textIn(data, 'syntax') ?? '').toLowerCase()
  const isComparison = /(?:^|\s)diff(?:\s|$)/.test(textIn(data, 'meta') ?? '')
  if (syntax !== 'diff' && !isComparison) return { code: written.join('\n'), syntax }
  const signs = written.map((line) => /^(?:\+(?!\+\+)|-(?!--))/.exec(line)?.[0] ?? ' ')
  const texts = written.map((line, at) => (signs[at] === line[0] ? line.slice(1) : line))
  return { code: texts.join('\n'), syntax: syntax === 'diff' ? '' : syntax, signs }
}

function rawText({ nodes = [] }: DocumentBlock): string {
  return nodes
    .map((node) => (node.object === 'text' ? node.leaves.map(({ text }) => text).join('') : ''))
    .join('')
}

function lines(code: Code, { highlight }: Rendering, { marked }: CodeOptions): Html {
  const coloured = code.syntax === '' ? undefined : highlight(code.code, code.syntax)
  const all = code.code.split('\n').map((text, at) => {
    const sign = code.signs?.[at]
    const state = sign === '+' ? 'added' : sign === '-' ? 'removed' : marked?.(at + 1) ? 'marked' : undefined
    return html`<span class="code-line${state !== undefined && ` code-${state}`}">${
      sign !== undefined && html`<span class="code-sign">${sign}</span>`
    }${tokens(coloured?.[at], text)}
</span>`
  })
  return html`${all}`
}

function tokens(line: CodeLine | undefined, text: string): Html {
  if (line === undefined) return html`${text}`
  return html`${line.map((token) =>
    token.kind === undefined
      ? html`${token.text}`
      : html`<i class="${classes[token.kind]}">${token.text}</i>`,
  )}`
}

/** Short, because a page can have thousands. */
const classes: Readonly<Record<CodeKind, string>> = {
  keyword: 'k',
  string: 's',
  number: 'n',
  comment: 'c',
  function: 'f',
  type: 't',
  variable: 'v',
  tag: 'g',
}

/** The lines named in braces after the language, as in `js {1,4-6}`. */
function markedLines(meta: string): (line: number) => boolean {
  const [, list = ''] = /\{([\d,\s-]{1,200})\}/.exec(meta) ?? []
  const ranges = list.split(',').flatMap((range) => {
    const [, first, last = first] = /^\s*(\d{1,6})(?:-(\d{1,6}))?\s*$/.exec(range) ?? []
    return first === undefined ? [] : [{ first: Number(first), last: Number(last) }]
  })
  return (line) => ranges.some(({ first, last }) => line >= first && line <= last)
}

/** A line outside of a code block, which the parser doesn't create. */
export function renderCodeLine(block: DocumentBlock): Html {
  return html`<p>${plainText(block.nodes ?? [])}</p>`
}
