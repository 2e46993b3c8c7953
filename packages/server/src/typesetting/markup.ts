/** An element or text in KaTeX's MathML output. */
export type Markup = string | MarkupElement

export interface MarkupElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Markup[]
}

/** Parses KaTeX's output, which is always well-formed. */
export function readMarkup(text: string): MarkupElement {
  const root = { name: '', attributes: {}, children: [] as Markup[] }
  const open = [root]
  for (const [, end, name = '', rest = '', words] of text.matchAll(token)) {
    const parent = open.at(-1) ?? root
    if (words !== undefined) parent.children.push(decoded(words))
    else if (end === '/') open.pop()
    else {
      const element = { name, attributes: attributesIn(rest), children: [] }
      parent.children.push(element)
      if (!rest.endsWith('/')) open.push(element)
    }
  }
  return root
}

const token = /<(\/?)([a-z]+)([^>]*)>|([^<]+)/g

function attributesIn(text: string): Readonly<Record<string, string>> {
  const found = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)]
  return Object.fromEntries(found.map(([, name = '', value = '']) => [name, decoded(value)]))
}

function decoded(text: string): string {
  return text.replaceAll(
    /&(?:(lt|gt|amp|quot)|#x([\da-f]+));/gi,
    (_, name: string | undefined, code: string) =>
      name ? (entities[name] ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
  )
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }
