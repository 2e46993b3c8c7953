import {
  type Packed,
  packedCommit,
  packedTree,
  packOf,
  type TreeItem,
} from '../../packages/server/src/test/packs.ts'

/** What an attacker knows: a space that they may push to, and IDs of objects that they may not read. */
export interface Known {
  /** The last commit of the main branch. */
  readonly main: string
  /** A file of that commit, which is at `guide.md`. */
  readonly file: string
  /** Objects of another space, by what they are. */
  readonly foreign: Readonly<Record<'blob' | 'tree' | 'commit', string>>
  /** Objects of drafts, which people who may only read can't see, and a file that was pushed. */
  readonly drafts: Readonly<Record<string, string>>
  readonly draft: string
}

/** A push that must be refused. */
export interface Attack {
  readonly name: string
  readonly pack: Buffer
  readonly tip: string
  readonly ref?: string
  /** What a space can also accept, if it stays whole. */
  readonly isHarmless?: boolean
}

export const zeros = '0'.repeat(40)
export const unknown = '12345678'.repeat(5)

/** A push of a commit after the main branch, with these files. */
export function pushOfTree(
  { main }: Known,
  name: string,
  tree: Packed,
  ...objects: readonly Packed[]
): Attack {
  const commit = packedCommit(tree.id, [main])
  return { name, tip: commit.id, pack: packOf([commit, tree, ...objects].map(({ bytes }) => bytes)) }
}

export function pushOfItems(
  known: Known,
  name: string,
  items: readonly TreeItem[],
  ...objects: readonly Packed[]
) {
  return pushOfTree(known, name, packedTree(items), ...objects)
}
