import type { ContentReference } from '../documents/nodes.ts'
import { type Replacement, replaceRanges } from '../documents/replace-ranges.ts'
import { onText } from '../documents/text-work.ts'
import { readDestination } from '../links/destination.ts'
import type { Owner } from '../links/link-entries.ts'
import type { Resolve } from '../links/resolve.ts'
import { linkBetween, pathFrom, percent } from './names.ts'
import type { PathOf } from './tree-edit.ts'

/** A link in a stored text, and its destination in the file. */
export interface TreeLink {
  readonly start: number
  readonly end: number
  /** As stored, with the escapes of Markdown. */
  readonly stored: string
  /** As the file has it: the same, if the link does not lead to another file. */
  readonly shown: string
  /** The object of the tree to which it leads. */
  readonly target: string | undefined
}

export interface TextPlace {
  readonly owner: Owner
  readonly path: string
}

export interface LinkLookup {
  readonly resolve: Resolve
  /** The path of a page, file or reusable content by its `nameOfTarget`. */
  readonly pathOf: PathOf
}

/** A stored text with its links as relative paths, which lead to files in any editor and on any git host. */
export async function withRelativeLinks(text: string, place: TextPlace, lookup: LinkLookup): Promise<string> {
  const links = await treeLinks(text, place, lookup)
  const changed = links.filter(({ stored, shown }) => stored !== shown)
  return replaceRanges(
    text,
    changed.map(({ start, end, shown }): Replacement => ({ start, end, text: shown })),
  )
}

export async function treeLinks(
  text: string,
  { owner, path }: TextPlace,
  { resolve, pathOf }: LinkLookup,
): Promise<readonly TreeLink[]> {
  const links = await onText('links', text)
  return Promise.all(
    links.map(async ({ kind, destination, start, end }): Promise<TreeLink> => {
      const stored = text.slice(start, end)
      const meant = readDestination(destination, kind)
      const reference = meant && isInside(meant) ? await resolve(owner, meant) : undefined
      const target = reference && nameOfTarget(reference)
      const to = target && (await pathOf(target))
      const isShown = to === undefined || pathFrom(path, destination) === to
      const shown = isShown ? stored : linkBetween(path, to) + anchorIn(destination)
      return { start, end, stored, shown, target: to && target }
    }),
  )
}

/** Links to a heading of the same text stay as they are. */
function isInside(destination: NonNullable<ReturnType<typeof readDestination>>): boolean {
  return destination.kind !== 'anchor' || destination.page !== undefined
}

function anchorIn(destination: string): string {
  const at = destination.indexOf('#')
  return at < 0 ? '' : destination.slice(at).replaceAll(/[\s()<>"'&\\|]/g, percent)
}

/** The key of a page, file or reusable content of the same space. */
export function nameOfTarget(reference: ContentReference): string | undefined {
  if ('space' in reference && reference.space !== undefined) return undefined
  switch (reference.kind) {
    case 'page':
    case 'anchor':
      return reference.page === undefined ? undefined : `pages/${reference.page}`
    case 'file':
      return `files/${reference.file}`
    case 'reusable-content':
      return `reusable-contents/${reference.reusableContent}`
    default:
      return undefined
  }
}
