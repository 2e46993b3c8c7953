import type { DocumentBlock, DocumentNode, DocumentTree } from './nodes.ts'

/** Every block of a tree by its key, including nested blocks. */
export function blocksByKey(tree: DocumentTree): ReadonlyMap<string, DocumentBlock> {
  const blocks = new Map<string, DocumentBlock>()
  const waiting: DocumentNode[] = [...tree.nodes]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.object === 'text') continue
    if (node.object === 'block' && node.key !== undefined) blocks.set(node.key, node)
    for (const child of node.nodes ?? []) waiting.push(child)
    if (node.object !== 'fragment') for (const fragment of node.fragments ?? []) waiting.push(fragment)
  }
  return blocks
}

/** Whether a block still exists, wherever it is. Of several equal blocks, any one counts. */
export function hasBlock(blocks: ReadonlyMap<string, DocumentBlock>, key: string): boolean {
  return blocks.has(key) || blocks.has(key.replace(/-\d+$/, ''))
}
