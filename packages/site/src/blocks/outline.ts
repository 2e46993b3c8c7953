import type { ContentReference, DocumentBlock, DocumentNode } from '@stemma/content'
import { codeOf } from './code.ts'
import { childrenOf, plainText, referenceIn, textIn } from './data.ts'
import { levelOf } from './heading.ts'
import { idTaker } from './ids.ts'
import { samplesOf } from './openapi.ts'
import type { Lookups } from './rendering.ts'

/** How deep reusable contents can be nested. */
export const reusableMax = 3

export interface Heading {
  readonly id: string
  readonly title: string
  readonly level: 2 | 3 | 4
}

type Reusable = Lookups['reusable']

/** The headings of a page in order, with the IDs that `renderDocument` gives them. */
export function headingsOf(blocks: readonly DocumentNode[], reusable?: Reusable): readonly Heading[] {
  const takeId = idTaker()
  const headings: Heading[] = []
  visit(blocks, reusable, (block, isListed) => {
    const id = textIn(block.data, 'id')
    if (!block.type.startsWith('heading-') || id === undefined) return
    const heading = { id: takeId(id), title: plainText(block.nodes ?? []), level: levelOf(block) }
    if (isListed && heading.title !== '') headings.push(heading)
  })
  return headings
}

/** The code to highlight before a page is drawn, once each, including the samples of APIs. */
export function codesIn(
  blocks: readonly DocumentNode[],
  reusable?: Reusable,
  openapi?: Lookups['openapi'],
): readonly { readonly code: string; readonly syntax: string }[] {
  const codes = new Map<string, { readonly code: string; readonly syntax: string }>()
  visit(blocks, reusable, (block) => {
    const isApi = openapi !== undefined && (block.type.startsWith('openapi-') || block.type === 'swagger')
    const found = block.type === 'code' ? [codeOf(block)] : isApi ? samplesOf(block, openapi) : []
    for (const { code, syntax } of found) {
      if (syntax !== '') codes.set(`${syntax}\n${code}`, { code, syntax })
    }
  })
  return [...codes.values()]
}

/** What a page refers to, once each, so that everything can be looked up together. */
export function referencesIn(blocks: readonly DocumentNode[]): readonly ContentReference[] {
  const references = new Map<string, ContentReference>()
  const collect = (nodes: readonly DocumentNode[]): void => {
    for (const node of nodes) {
      if (node.object === 'block' || node.object === 'inline') {
        for (const name of ['ref', 'refDark']) {
          const reference = referenceIn(node.data, name)
          if (reference !== undefined) references.set(JSON.stringify(reference), reference)
        }
      }
      collect(childrenOf(node))
    }
  }
  collect(blocks)
  return [...references.values()]
}

/** Visits blocks in the order in which they are drawn. Blocks that can be closed are not listed. */
function visit(
  blocks: readonly DocumentNode[],
  reusable: Reusable | undefined,
  use: (block: DocumentBlock, isListed: boolean) => void,
  isListed = true,
  depth = 0,
): void {
  for (const block of blocks) {
    if (block.object === 'fragment') visit(block.nodes, reusable, use, isListed, depth)
    if (block.object !== 'block') continue
    use(block, isListed)
    visit(childrenOf(block), reusable, use, isListed && !closable.has(block.type), depth)
    const reference = block.type === 'reusable-content' ? referenceIn(block.data) : undefined
    if (reference === undefined || depth >= reusableMax) continue
    visit(reusable?.(reference) ?? [], reusable, use, isListed, depth + 1)
  }
}

const closable: ReadonlySet<string> = new Set(['tabs', 'expandable', 'footnote', 'hint', 'blockquote'])
