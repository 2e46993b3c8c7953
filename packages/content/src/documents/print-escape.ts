/** The context of a text, which decides which characters must be escaped. */
export interface TextPlace {
  readonly inLink: boolean
  readonly inCell: boolean
  /** The adjacent characters that are not part of the text. */
  readonly before: string
  readonly after: string
}

/** Escapes a text so that it is read back unchanged anywhere in a line. */
export function escapeText(text: string, place: TextPlace): string {
  const { before } = place
  const whole = before + text + place.after
  const escaped = text.replaceAll(special, (sign, at: number) =>
    isSpecial(sign, whole, before.length + at, place) ? `\\${sign}` : sign,
  )
  return escaped.replaceAll('\n', '&#xA;').replaceAll('\r', '&#xD;').replaceAll('\0', '\uFFFD')
}

/** Whether a text contains nothing that could need escaping, as most texts do. */
export function isPlain(text: string): boolean {
  return !/[\\`*_[\]<&~:$!{@|\r\n\0]|www/i.test(text)
}

/** Escapes a line of a paragraph so that it doesn't begin another block and keeps the spaces at its ends. */
export function escapeLine(line: string, at: number): string {
  if (/^[A-Za-z]/.test(line) && !/[ \t]$/.test(line.slice(-1))) return line
  const spaced = escapeEnds(line)
  if (opensHtml.test(spaced) || (at > 0 && /^:[-:| \t]*$/.test(spaced))) return `<strong></strong>${spaced}`
  return spaced
    .replace(/^\uFEFF/, '&#xFEFF;')
    .replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2')
    .replace(/^(\[\^[^\]]+\]):/, '$1\\:')
    .replace(opensBlock, '\\$&')
}

/** Whether this text begins an HTML block. */
export function isHtmlStart(text: string): boolean {
  return opensHtml.test(text.trimStart().split(/[\r\n]/, 1)[0] ?? '')
}

/** Whether printed blocks begin with a paragraph, or with an image that is written as one. */
export function isParagraph(printed: string): boolean {
  return printed !== '' && !isHtmlStart(printed) && !otherBlock.test(printed)
}

const otherBlock = new RegExp(
  [
    '^(?:#{1,6}(?:[ \\n]|$)',
    '>',
    '(?:[-*+]|\\d{1,9}[.)])(?:[ \\n]|$)',
    '(?:```[^`\\n]*(?:\\n|$)|~~~|\\{%)',
    '\\$\\$+\\n',
    '---(?:\\n|$)',
    '\\|[^\\n]*\\n\\|(?: :?-+:? \\|)+(?:\\n|$)',
    '\\[[^\\]]+\\]:)',
  ].join('|'),
)

/** Escapes the ends of a line that follows something else. */
export function escapeEnds(line: string): string {
  return line.replace(/^[ \t]/, spaceReference).replace(/[ \t]$/, spaceReference)
}

export function characterReference(character: string): string {
  return `&#${character.codePointAt(0)};`
}

/** Escapes text for HTML, in an element or in an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"|\0]/g, (sign) => htmlReferences[sign] ?? sign)
}

/** Prints the destination of a link or an image, and its title if it has one. */
export function escapeTarget(url: string, title: string, inCell: boolean): string {
  const target = title === '' ? escapeDestination(url) : `${escapeDestination(url)} ${escapeTitle(title)}`
  return escapePipes(target, inCell)
}

/** Escapes the info string of a code fence: the language, which is one word, and the rest. */
export function escapeInfo(language: string, meta: string): string {
  const word = language.replaceAll(escapable, '\\$&').replaceAll(/[ \t\r\n\f\v]/g, characterReference)
  const rest = meta
    .replaceAll(/[\r\n]/g, ' ')
    .replaceAll(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')
    .replaceAll(escapable, '\\$&')
  return rest === '' ? word : `${word} ${rest}`
}

/**
 * Encloses text in a longer run of a character than any inside it: backticks for code, dollars for formulas.
 */
export function fenced(words: string, sign: '`' | '$', lengthMin: number): string {
  const fence = sign.repeat(Math.max(lengthMin, longestRun(words, sign) + 1))
  const isStripped = words.startsWith(' ') && words.endsWith(' ') && /[^ ]/.test(words)
  const isPadded = isStripped || words.startsWith(sign) || words.endsWith(sign)
  return isPadded ? `${fence} ${words} ${fence}` : `${fence}${words}${fence}`
}

/** A fence that nothing in the text closes. */
export function fenceFor(text: string, sign: '`' | '~' | '$', lengthMin: number): string {
  return sign.repeat(Math.max(lengthMin, longestRun(text, sign) + 1))
}

/** A bar would end the table cell. */
export function escapePipes(markdown: string, inCell: boolean): string {
  return inCell ? markdown.replaceAll('|', '\\|') : markdown
}

const special = /[\\`*_[\]<&~:$!{@.|]/g
/** Backslashes and ampersands that would not be literal in places without other syntax. */
const escapable = /\\(?=[!-/:-@[-`{-~]|$)|&(?=#?\w+;)/g

function isSpecial(sign: string, text: string, at: number, { inLink, inCell }: TextPlace): boolean {
  const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? '']
  switch (sign) {
    case '\\':
      return !isWord(after)
    case '*':
    case '~':
      return !(isSpace(before) && isSpace(after))
    case '_':
      return !(isWord(before) && isWord(after)) && !(isSpace(before) && isSpace(after))
    case ']':
      return inLink
    case '<':
      return /[^\s\d=]/.test(after)
    case '&':
      return /^&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][\da-zA-Z]*);/.test(text.slice(at, at + 64))
    case ':':
      return isLinkColon(text, at) || isShortcode(text, at)
    case '$':
      return before === '$' || after === '$'
    case '!':
      return after === '['
    case '{':
      return /^[%{#]/.test(after)
    case '@':
      return /[\w.+-]/.test(before) && /[\dA-Za-z]/.test(after)
    case '.':
      return /(?:^|[^\dA-Za-z])www$/i.test(text.slice(Math.max(0, at - 4), at))
    case '|':
      return inCell
    default:
      return true
  }
}

function isLinkColon(text: string, at: number): boolean {
  return text.startsWith('//', at + 1) && /https?$/i.test(text.slice(Math.max(0, at - 5), at))
}

/**
 * Whether an emoji begins here. The minutes of a time are not one, unless an emoji may begin where they end.
 */
export function isShortcode(text: string, at: number): boolean {
  const end = shortcodeEnd(text, at)
  if (end === undefined) return false
  const isTime = /^:\d+:$/.test(text.slice(at, end)) && /\w/.test(`${text[at - 1] ?? ''}${text[end] ?? ''}`)
  return !isTime || end === text.length || shortcodeEnd(text, end - 1) !== undefined
}

function shortcodeEnd(text: string, at: number): number | undefined {
  shortcode.lastIndex = at
  return shortcode.test(text) ? shortcode.lastIndex : undefined
}

const shortcode = /:[a-z0-9_+-]+:/y

function isSpace(sign: string): boolean {
  return sign === ' ' || sign === '\t'
}

function isWord(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign)
}

/** Uses angle brackets if the destination would otherwise end too early. */
function escapeDestination(url: string): string {
  const line = url.replaceAll(/[\0\r\n]/g, (sign) => encodeURIComponent(sign))
  const escaped = line.replaceAll(escapable, '\\$&')
  const isBare = escaped !== '' && !/[\s\p{Cc}<>]/u.test(escaped) && isBalanced(line)
  return isBare ? escaped : `<${escaped.replaceAll(/[<>]/g, '\\$&')}>`
}

function escapeTitle(title: string): string {
  const escaped = title.replaceAll(escapable, '\\$&').replaceAll('"', '\\"')
  return `"${escaped.replaceAll('\n', '&#xA;').replaceAll('\r', '&#xD;')}"`
}

/** Text that would begin a heading, a quote, a list, a divider, an underline or a table row. */
const opensBlock = /^(?:#{1,6}(?=[ \t]|$)|>|[-+](?=[ \t]|$)|=(?==*[ \t]*$)|[-|](?=[-:| \t]*$))/
/** Text that would begin an HTML block, within a paragraph or at its start. */
const opensHtml = new RegExp(
  `^<(?:[!?]|/?(?:${[
    'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir',
    'div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe',
    'legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary',
    'table|tbody|td|tfoot|th|thead|title|tr|track|ul|pre|script|style|textarea',
  ].join('|')})(?:[\\s/>]|$)|/?[a-z][\\da-z-]*(?:\\s(?:"[^"]*"|'[^']*'|[^"'<>])*)?/?>[ \\t]*$)`,
  'i',
)

function isBalanced(text: string): boolean {
  let depth = 0
  for (const sign of text) {
    if (sign === '(') depth++
    if (sign === ')') depth--
    if (depth < 0 || depth > 30) return false
  }
  return depth === 0
}

function longestRun(text: string, sign: string): number {
  let [longest, run] = [0, 0]
  for (const character of text) {
    run = character === sign ? run + 1 : 0
    if (run > longest) longest = run
  }
  return longest
}

function spaceReference(space: string): string {
  return space === '\t' ? '&#x9;' : '&#x20;'
}

const htmlReferences: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '|': '&#124;',
  '\0': '\uFFFD',
}
