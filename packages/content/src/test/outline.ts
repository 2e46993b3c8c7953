import type { DocumentLeaf, DocumentNode } from '../documents/nodes.ts'
import { parseDocument } from '../documents/parse.ts'

/** The blocks of a text, one line for each node, so that a test can state a whole tree. */
export function outlineOf(markdown: string): string[] {
  return parseDocument(markdown).tree.nodes.flatMap((node) => linesOf(node, ''))
}

function linesOf(node: DocumentNode, indent: string): string[] {
  if (node.object === 'text') return [`${indent}${node.leaves.map(leafText).join(' ')}`]
  const name = node.object === 'fragment' ? `#${node.fragment}` : (node.type ?? '')
  const sign = node.object === 'inline' ? `~${name}` : name
  const data = node.object !== 'fragment' && node.data !== undefined ? dataText(node.data) : ''
  const below = [...(node.nodes ?? []), ...(node.object === 'fragment' ? [] : (node.fragments ?? []))]
  return [`${indent}${sign}${data}`, ...below.flatMap((child) => linesOf(child, `${indent}  `))]
}

function leafText({ text, marks }: DocumentLeaf): string {
  const names = marks.map(({ type, data }) => `${type}${data === undefined ? '' : JSON.stringify(data)}`)
  return `${JSON.stringify(text)}${names.length > 0 ? `[${names.join()}]` : ''}`
}

function dataText(data: Readonly<Record<string, unknown>>): string {
  return Object.keys(data).length > 0 ? ` ${JSON.stringify(data)}` : ''
}
