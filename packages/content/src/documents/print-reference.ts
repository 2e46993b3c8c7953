import { type PrintableNode, recordOf, stringOf } from './print-nodes.ts'

/** The destination of a reference as written in Markdown; empty if it refers to nothing. */
export function destinationIn(node: PrintableNode, name = 'ref'): string {
  const value = node.data?.[name]
  return typeof value === 'string' ? (stringOf(value) ?? '') : destinationOf(recordOf(value))
}

export function destinationOf(reference: Readonly<Record<string, unknown>>): string {
  const named = (name: string) => stringOf(reference[name]) ?? ''
  const within = named('space') === '' ? '' : `/spaces/${named('space')}`
  switch (reference.kind) {
    case 'page':
      return `${within}/pages/${named('page')}`
    case 'anchor':
      return `${named('page') === '' ? '' : `${within}/pages/${named('page')}`}#${named('anchor')}`
    case 'file':
      return `/files/${named('file')}`
    case 'user':
      return `/users/${named('user')}`
    case 'space':
      return `/spaces/${named('space')}`
    case 'collection':
      return `/collections/${named('collection')}`
    case 'reusable-content':
      return `${within}/reusable-contents/${named('reusableContent')}`
    case 'openapi':
      return named('spec')
    default:
      return named('url')
  }
}
