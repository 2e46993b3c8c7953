import { refusal } from './refusal.ts'

const name = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?'
const attribute = `\\s+${name}\\s*=\\s*(?:"[^"<]*"|'[^'<]*')`
const tag = new RegExp(`<(/?)(${name})((?:${attribute})*)\\s*(/?)>`, 'y')
const reference = /&(?!(?:lt|gt|amp|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i

/**
 * Requires well-formed XML with only elements, attributes and text, because the parser used for signature
 * verification accepts more. Returns the number of elements, to compare with the parser's.
 */
export function requireForm(text: string): number {
  if (/<[!?]/.test(text)) {
    throw refusal('contains a comment, a CDATA section, a document type or a processing instruction')
  }
  if (reference.test(text)) throw refusal('contains an entity that XML does not define')
  const open: string[] = []
  let [elements, attributes] = [0, 0]
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', tag.lastIndex)) {
    tag.lastIndex = at
    const [, closing, named = '', inside = '', empty] = tag.exec(text) ?? malformed()
    if (closing) {
      if (open.pop() !== named || inside !== '' || empty) malformed()
      continue
    }
    attributes += inside.split('=').length - 1
    if (++elements > elementsMax || attributes > attributesMax) {
      throw refusal(`has more than ${elementsMax} elements or ${attributesMax} attributes`)
    }
    if (empty) continue
    if (open.push(named) > depthMax) throw refusal(`is nested deeper than ${depthMax} elements`)
  }
  if (open.length > 0) malformed()
  return elements
}

/**
 * The cost of verification grows faster than linearly with these. Someone in hundreds of groups needs fewer.
 */
const elementsMax = 1000
const attributesMax = 2000
const depthMax = 50

export function malformed(): never {
  throw refusal('is not well-formed XML')
}
