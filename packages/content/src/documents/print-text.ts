import type { PrintableNode } from './print-nodes.ts'

/** The plain text of a node, one line for each block; for previews and search. */
export function textOf(node: PrintableNode): string {
  const lines: string[] = []
  let line = ''
  const endLine = () => {
    if (line.trim() !== '') lines.push(line.trim())
    line = ''
  }
  const waiting: (PrintableNode | undefined)[] = [node]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (next === undefined || isLine(next)) endLine()
    if (next === undefined) continue
    line += ownText(next)
    if (isLine(next)) waiting.push(undefined)
    for (const child of [...(next.nodes ?? []), ...(next.fragments ?? [])].reverse()) waiting.push(child)
  }
  endLine()
  return lines.join('\n')
}

function isLine({ object }: PrintableNode): boolean {
  return object === 'block' || object === 'fragment'
}

/** The text of a node without its children. */
function ownText({ type = '', data = {}, leaves = [] }: PrintableNode): string {
  if (leaves.length > 0) return leaves.map(({ text }) => text).join('')
  const value = data[wordsOf[type] ?? '']
  if (typeof value !== 'string') return ''
  if (type === 'emoji') return `:${value}:`
  return type === 'html' ? value.replaceAll(/<[^<>]*>/g, '') : value
}

const wordsOf: Readonly<Record<string, string>> = {
  emoji: 'code',
  math: 'formula',
  'inline-math': 'formula',
  expression: 'expression',
  button: 'label',
  'tabs-item': 'title',
  html: 'markdown',
  raw: 'markdown',
}
