import { type DocumentNode, onText, replaceRanges } from '@stemma/content'

export interface Variables {
  readonly space: Readonly<Record<string, string>>
  readonly page: Readonly<Record<string, string>>
}

/** Replaces expressions by the values of their variables. Others stay as they are written. */
export async function evaluated(markdown: string, variables: Variables): Promise<string> {
  if (!markdown.includes('class="expression"')) return markdown
  const { tree, blocks } = await onText('parse', markdown)
  const nodes = new Map(tree.nodes.map((node) => [node.key, node]))
  const replacements = blocks.flatMap(({ key, start, end }) => {
    const node = nodes.get(key)
    const source = markdown.slice(start, end)
    // If more text matches than there are expressions, some of it is code: leave the block unchanged.
    if (node === undefined || expressionsIn(node) !== [...source.matchAll(written)].length) return []
    const text = source.replace(written, (all, expression: string) => valueIn(expression, variables) ?? all)
    return text === source ? [] : [{ start, end, text }]
  })
  return replaceRanges(markdown, replacements)
}

const written = /<code class="expression">([^<]*)<\/code>/g

function expressionsIn(node: DocumentNode): number {
  const own = node.object === 'inline' && node.type === 'expression' ? 1 : 0
  const parts =
    'leaves' in node ? [] : [...(node.nodes ?? []), ...('fragments' in node ? (node.fragments ?? []) : [])]
  return parts.reduce((sum, part) => sum + expressionsIn(part), own)
}

function valueIn(expression: string, variables: Variables): string | undefined {
  const [, place, name = ''] = expression.trim().match(/^(space|page)\.vars\.([A-Za-z_]\w*)$/) ?? []
  if (place !== 'space' && place !== 'page') return undefined
  const value = Object.hasOwn(variables[place], name) ? variables[place][name] : undefined
  return value === undefined ? undefined : escaped(value)
}

/** Escapes Markdown, so that a value always renders as plain text. */
function escaped(value: string): string {
  return value.replace(/[\\`*_{}[\]<>()#+\-.!|~$:&]/g, '\\$&')
}
