import { characterReference, escapeHtml } from './print-escape.ts'
import { type PrintableNode, stringIn } from './print-nodes.ts'
import { destinationIn } from './print-reference.ts'

/** A start tag on one line, without attributes that are undefined. */
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

/** An image with all of its attributes. */
export function imageElement(node: PrintableNode): string {
  const dark = destinationIn(node, 'refDark')
  const image = imageTag(node)
  if (dark === '') return image
  const source = startTag('source', { srcset: dark, media: '(prefers-color-scheme: dark)' })
  return `<picture>${source}${image}</picture>`
}

/** Whether the image has attributes that Markdown can't express. */
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

/** Writes every character that Markdown would interpret as a character reference. */
export function expressionElement(node: PrintableNode): string {
  const inner = attributeText(stringIn(node, 'expression') ?? '')
  return `<code class="expression">${inner.replaceAll(readable, characterReference)}</code>`
}

/** An underscore within a word is literal. */
const readable = /[\\`*~[\]$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu

/** `label` is already printed. */
export function buttonElement(node: PrintableNode, label: string): string {
  const kind = stringIn(node, 'kind') === 'secondary' ? 'secondary' : 'primary'
  const attributes = {
    href: destinationIn(node),
    class: `button ${kind}`,
    'data-icon': stringIn(node, 'icon'),
  }
  return element('a', attributes, label)
}

/** Writes line breaks as references, so that the HTML stays on one line. */
function attributeText(value: string): string {
  return escapeHtml(value).replaceAll(/[\r\n]/g, characterReference)
}
