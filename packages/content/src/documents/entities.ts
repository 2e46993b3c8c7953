import { childrenOf, readMarkdown, topNodes, valueIn } from './markdown-tree.ts'

/** Decodes character references in the text of HTML or of an attribute. */
export function decodeEntities(text: string): string {
  return text.includes('&') ? decode(text, references) : text
}

/** Decodes the destination or title of a link as Markdown does. */
export function decodeMarkdown(text: string): string {
  return text.includes('\\') ? decode(text, escapes) : decodeEntities(text)
}

const references = /&(?:#[xX][\dA-Fa-f]{1,6}|#\d{1,7}|([A-Za-z][\dA-Za-z]{1,31}));/g
const escapes = new RegExp(`${references.source}|\\\\[!-/:-@[-\`{-~]`, 'g')

function decode(text: string, pattern: RegExp): string {
  const rare = new Set<string>()
  for (const [written, name] of text.matchAll(pattern)) {
    if (name !== undefined && !common.has(name)) rare.add(written)
  }
  const decoded = rare.size === 0 ? common : rareEntities([...rare])
  return text.replace(pattern, (written: string, name: string | undefined) => {
    if (written.startsWith('\\')) return written.slice(1)
    if (name === undefined) return characterOf(written)
    return common.get(name) ?? decoded.get(written) ?? written
  })
}

const common: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
])

function characterOf(entity: string): string {
  const isHexadecimal = entity[2] === 'x' || entity[2] === 'X'
  const code = isHexadecimal ? Number.parseInt(entity.slice(3), 16) : Number.parseInt(entity.slice(2), 10)
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD'
}

/** The Markdown parser knows the other two thousand names: parse each as a paragraph of its own. */
function rareEntities(entities: readonly string[]): ReadonlyMap<string, string> {
  const tree = readMarkdown(entities.join('\n\n'), 0)
  const paragraphs = topNodes(tree)
  return new Map(
    entities.map((entity, at) => {
      const [text] = paragraphs[at] === undefined ? [] : childrenOf(tree, paragraphs[at])
      return [entity, text === undefined ? entity : valueIn(tree, text)]
    }),
  )
}
