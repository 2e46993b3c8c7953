import type { Comment, DocumentNode } from '@stemma/contract'

/** The comments on one page: at the blocks that they are about, and all others. */
export interface Placed {
  /** By the key of the block of the page. */
  readonly at: ReadonlyMap<string, readonly Comment[]>
  /** On the page as a whole, and on blocks that are gone. */
  readonly others: readonly Comment[]
}

/** A comment can be about something inside of a block, such as an item of a list. */
export function placeComments(
  comments: readonly Comment[],
  pageId: string,
  blocks: readonly DocumentNode[],
): Placed {
  const here = comments.filter(({ target }) => target.page?.id === pageId)
  const known = here.some(({ target }) => target.node) ? blocksByKey(blocks) : new Map<string, string>()
  const blockOf = ({ target: { node } }: Comment) => (node === undefined ? undefined : known.get(node.id))
  const at = Map.groupBy(
    here.filter((comment) => blockOf(comment) !== undefined),
    (comment) => blockOf(comment) ?? '',
  )
  return { at, others: here.filter((comment) => blockOf(comment) === undefined) }
}

/** Every key on a page, with the key of the block around it. */
function blocksByKey(blocks: readonly DocumentNode[]): ReadonlyMap<string, string> {
  const known = new Map<string, string>()
  const add = ({ key, nodes = [], fragments = [] }: DocumentNode, block: string) => {
    if (key !== undefined && !known.has(key)) known.set(key, block)
    for (const inner of [...nodes, ...fragments]) add(inner, block)
  }
  for (const block of blocks) if (block.key !== undefined) add(block, block.key)
  return known
}
