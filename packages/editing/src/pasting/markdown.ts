import { Fragment, type Node, Slice } from 'prosemirror-model'
import { readBlocks } from '../saving/open.ts'
import { nodeType } from '../schema/schema.ts'

/** Pasted Markdown as blocks. Paragraphs at the ends join the text around them. */
export function sliceOfMarkdown(text: string): Slice {
  return sliceOf(readBlocks(text).blocks.map(({ node }) => withoutKey(node)))
}

/** Blocks as a slice that is open where it begins or ends with a paragraph. */
export function sliceOf(blocks: readonly Node[]): Slice {
  const [first, last] = [blocks[0], blocks.at(-1)]
  const depthOf = (node: Node | undefined) => (node?.type === nodeType('paragraph') ? 1 : 0)
  return new Slice(Fragment.from(blocks), depthOf(first), depthOf(last))
}

/** What is pasted is new. */
function withoutKey(node: Node): Node {
  return node.type.create({ ...node.attrs, key: null }, node.content, node.marks)
}
