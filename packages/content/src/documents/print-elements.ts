import { characterReference, escapeHtml } from './print-escape.ts'
import { type PrintableNode, stringIn } from './print-nodes.ts'
import { destinationIn } from './print-reference.ts'

/** A start tag on one line; attributes without a value are left out. */
function startTag(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const said = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || !/^[^\s"'<>/=`\p{Cc}]+$/u.test(key) ? [] : `${key}="${attributeText(value)}"`,
  )
  return `<${[name, ...said].join(' ')}>`
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  inner: string,
): string {
  return `${startTag(name, attributes)}${inner}</${name}>`
}

/** An image with all it says of itself. */
export function imageElement(node: PrintableNode): string {
  const dark = destinationIn(node, 'refDark')
  const image = imageTag(node)
  if (dark === '') return image
  const source = startTag('source', { srcset: dark, media: '(prefers-color-scheme: dark)' })
  return `<picture>${source}${image}</picture>`
}

/** Whether it says more than Markdown can. */
export function isHtmlImage(node: PrintableNode): boolean {
  const sizes = ['width', 'height', 'size'].map((name) => stringIn(node, name) ?? '')
  return [...sizes, destinationIn(node, 'refDark')].some((value) => value !== '')
}

export function imageTag(node: PrintableNode, attributes: Readonly<Record<string, string>> = {}): string {
  return startTag('img', {
    ...attributes,
    src: destinationIn(node),
    alt: stringIn(node, 'alt') ?? '',
    width: stringIn(node, 'width') || undefined,
    height: stringIn(node, 'height') || undefined,
    'data-size': stringIn(node, 'size') || undefined,
  })
}

export function iconElement(node: PrintableNode): string {
  const name = (stringIn(node, 'icon') ?? '').replaceAll(/[^\w-]/g, '')
  return name === '' ? '' : `<i class="fa-${name}">:${name}:</i>`
}

/** Everything in it that Markdown would read is written as a reference. */
export function expressionElement(node: PrintableNode): string {
  const inner = attributeText(stringIn(node, 'expression') ?? '')
  return `<code class="expression">${inner.replaceAll(readable, characterReference)}</code>`
}

/** An underscore within a word means itself. */
const readable = /[\\`*~[\]$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** The label is printed already. */
export function buttonElement(node: PrintableNode, label: string): string {
  const kind = stringIn(node, 'kind') === 'secondary' ? 'secondary' : 'primary'
  const attributes = {
    href: destinationIn(node),
    class: `button ${kind}`,
    'data-icon': stringIn(node, 'icon'),
  }
  return element('a', attributes, label)
}

/** Line ends are references, so that HTML stays on its line. */
function attributeText(value: string): string {
  return escapeHtml(value).replaceAll(/[\r\n]/g, characterReference)
}
