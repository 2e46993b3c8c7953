import { textKey } from '../documents/keys.ts'
import type {
  DocumentBlock,
  DocumentFragment,
  DocumentNode,
  DocumentTree,
  NodeData,
} from '../documents/nodes.ts'
import { recordOf } from '../documents/print-nodes.ts'
import { destinationOf } from '../documents/print-reference.ts'
import { type Notes, noNotes, notesOf } from './notes.ts'
import { sourceBlocks } from './sources.ts'
import { inlinesOf } from './to-inlines.ts'
import { tableParts } from './to-table.ts'
import { defined, headingLevelOf, headingTypeOf, lengthOf, oneOf } from './values.ts'

/**
 * A document in the form that the npm client describes, so that programs written for that client can show it.
 * It has only blocks and inlines of that description; `format=markdown` has everything as it was written.
 * References are as written: `resolveReferences` finds the pages and files that they lead to.
 */
export function toJsonDocument(tree: DocumentTree): DocumentTree {
  const notes = notesOf(tree.nodes, (nodes) => atLeastOne(blocksOf(nodes, noNotes)))
  return { ...tree, nodes: blocksOf(tree.nodes, notes) }
}

function blocksOf(nodes: readonly DocumentNode[], notes: Notes): DocumentBlock[] {
  return nodes.flatMap((node) => (node.object === 'block' ? blockOf(node, notes) : []))
}

function blockOf(block: DocumentBlock, notes: Notes): DocumentBlock[] {
  const convert = kinds[block.type] ?? container
  return [convert(block, notes)].flat()
}

type Convert = (block: DocumentBlock, notes: Notes) => DocumentBlock | DocumentBlock[]

const kinds: Readonly<Record<string, Convert>> = {
  paragraph: (block, notes) => leafBlock(block, notes),
  'heading-1': heading,
  'heading-2': heading,
  'heading-3': heading,
  'list-ordered': (block, notes) => items(block, 'list-item', notes),
  'list-unordered': (block, notes) => items(block, 'list-item', notes),
  'list-tasks': (block, notes) => items(block, 'list-item', notes),
  tabs: (block, notes) => items(block, 'tabs-item', notes, pick(block, ['fullWidth'])),
  'tabs-item': (block, notes) => container(block, notes, pick(block, ['title', 'icon'])),
  stepper: (block, notes) => items(block, 'stepper-step', notes, {}),
  'stepper-step': (block, notes) => container(block, notes, pick(block, ['icon'])),
  columns: (block, notes) => items(block, 'column', notes, pick(block, ['fullWidth'])),
  column,
  hint: (block, notes) => container(block, notes, { style: oneOf(hintStyles, block.data?.style) ?? 'info' }),
  code,
  divider: (block) => voidBlock(block, {}),
  math: (block) => voidBlock(block),
  embed: (block, notes) => captioned(voidBlock(block), notes),
  integration: (block) => voidBlock(block),
  'content-ref': (block) => voidBlock(block),
  'reusable-content': (block) => voidBlock(block, { ref: reusableRef(block.data?.ref) }),
  images: (block, notes) => ({ ...container(block, notes, imagesData(block)), isVoid: false }),
  image,
  drawing: (block, notes) => {
    const ref = fileRef(block.data?.ref)
    return ref === undefined ? pictures(block, notes) : voidBlock(block, { ref })
  },
  file: (block, notes) => {
    const ref = fileRef(block.data?.ref)
    return ref === undefined ? leadsTo(block, block.data?.ref) : captioned(voidBlock(block, { ref }), notes)
  },
  expandable,
  table: (block, notes) => ({
    ...block,
    isVoid: true,
    ...tableParts(block, (cell) => blocksOf(cell, notes)),
  }),
  'openapi-operation': (block) => specBlock(block, ['path', 'method']),
  'openapi-schemas': (block) => specBlock(block, ['schemas']),
  'openapi-webhook': (block) => specBlock(block, ['name', 'method']),
  swagger,
  raw: sourceBlocks,
  html: sourceBlocks,
  /** Annotations carry their footnotes. */
  footnote: () => [],
}

const hintStyles = ['info', 'warning', 'danger', 'success'] as const

function container(block: DocumentBlock, notes: Notes, data: NodeData = block.data ?? {}): DocumentBlock {
  return { ...block, data, isVoid: false, nodes: blocksOf(block.nodes ?? [], notes) }
}

function leafBlock(block: DocumentBlock, notes: Notes, data: NodeData = block.data ?? {}): DocumentBlock {
  return { ...block, data, isVoid: false, nodes: inlinesOf(block.nodes ?? [], notes) }
}

function voidBlock({ nodes: _, ...block }: DocumentBlock, data: NodeData = block.data ?? {}): DocumentBlock {
  return { ...block, data, isVoid: true }
}

/** The title of a page is its first level, so `##` is a heading of type 1. */
function heading(block: DocumentBlock, notes: Notes): DocumentBlock {
  const { id, level: deep, ...rest } = block.data ?? {}
  const level = Number(deep ?? block.type.slice(-1))
  const type = headingTypeOf(level)
  const data = { ...(id !== undefined && { id }), ...rest, ...(headingLevelOf(type) !== level && { level }) }
  return { ...leafBlock(block, notes, data), type, ...(typeof id === 'string' && { meta: { id } }) }
}

/** Everything between the items becomes an item of its own. */
function items(block: DocumentBlock, type: string, notes: Notes, data?: NodeData): DocumentBlock {
  const nodes = (block.nodes ?? []).map((child): DocumentNode => {
    if (child.object !== 'block' || child.type === type) return child
    return { object: 'block', type, data: {}, nodes: [child] }
  })
  return container({ ...block, nodes }, notes, data)
}

function column(block: DocumentBlock, notes: Notes): DocumentBlock {
  const { width, verticalAlignment } = block.data ?? {}
  const alignment = oneOf(['top', 'middle', 'bottom'], verticalAlignment)
  return container(block, notes, defined({ width: lengthOf(width), verticalAlignment: alignment }))
}

function code(block: DocumentBlock, notes: Notes): DocumentBlock {
  const { overflow, ...data } = block.data ?? {}
  const nodes = (block.nodes ?? []).map((line) => (line.object === 'block' ? leafBlock(line, notes) : line))
  const all = defined({ ...data, overflow: oneOf(['scroll', 'wrap'], overflow) })
  return { ...block, data: all, isVoid: false, nodes }
}

function imagesData(block: DocumentBlock): NodeData {
  const align = oneOf(['center', 'left', 'right'], block.data?.align)
  return defined({ ...block.data, align })
}

function image(block: DocumentBlock, notes: Notes): DocumentBlock {
  const { width, height, ref, refDark, ...data } = block.data ?? {}
  const lengths = { width: lengthOf(width), height: lengthOf(height) }
  const refs = { ref: imageRef(ref), refDark: refDark === undefined ? undefined : imageRef(refDark) }
  return captioned(voidBlock(block, defined({ ...data, ...refs, ...lengths })), notes, [])
}

/** A drawing at a URL is an image. */
function pictures(block: DocumentBlock, notes: Notes): DocumentBlock {
  const nodes = [{ ...block, type: 'image', key: textKey('image', block.key ?? '') }]
  return container({ ...block, type: 'images', data: {}, nodes }, notes)
}

function captioned(block: DocumentBlock, notes: Notes, none?: DocumentFragment[]): DocumentBlock {
  const { fragments = none } = block
  if (fragments === undefined) return block
  return { ...block, fragments: fragments.map((one) => ({ ...one, nodes: blocksOf(one.nodes, notes) })) }
}

function expandable(block: DocumentBlock, notes: Notes): DocumentBlock {
  const [title, body] = ['expandable-title', 'expandable-body'].map(
    (name) => block.fragments?.find(({ fragment }) => fragment === name)?.nodes ?? [],
  )
  const nodes = inlinesOf(title ?? [], notes)
  const fragments = [
    fragment('expandable-title', [paragraph(nodes)]),
    fragment('expandable-body', atLeastOne(blocksOf(body ?? [], notes))),
  ]
  return { ...block, data: {}, isVoid: true, fragments }
}

function fragment(name: string, nodes: DocumentBlock[]): DocumentFragment {
  return { object: 'fragment', fragment: name, type: name, nodes }
}

function paragraph(nodes: DocumentNode[]): DocumentBlock {
  const key = textKey('paragraph', JSON.stringify(nodes))
  return { object: 'block', type: 'paragraph', key, data: {}, isVoid: false, nodes }
}

function atLeastOne(blocks: DocumentBlock[]): DocumentBlock[] {
  return blocks.length > 0 ? blocks : [paragraph(inlinesOf([], noNotes))]
}

/** Without its pointers, such a block only leads to the specification. */
function specBlock(block: DocumentBlock, pointers: readonly string[]): DocumentBlock {
  const { data = {} } = block
  return pointers.every((name) => data[name] !== undefined) ? voidBlock(block) : leadsTo(block, data.ref)
}

function swagger(block: DocumentBlock): DocumentBlock {
  const { ref, path, method, expanded, fullWidth, ...rest } = block.data ?? {}
  if (typeof path !== 'string' || typeof method !== 'string') return leadsTo(block, ref)
  const flags = { expanded: flag(expanded), fullWidth: flag(fullWidth) }
  return voidBlock(block, defined({ ...rest, ref: imageRef(ref), path, method, ...flags }))
}

function flag(value: unknown): boolean | undefined {
  return value === undefined ? undefined : value !== 'false' && value !== false
}

function leadsTo(block: DocumentBlock, ref: unknown): DocumentBlock {
  return voidBlock({ ...block, type: 'content-ref' }, { ref: ref ?? { kind: 'url', url: '' } })
}

/** A file or a URL: paths are files. */
function imageRef(ref: unknown) {
  return fileRef(ref) ?? { kind: 'url', url: destinationOf(recordOf(ref)) }
}

/** Undefined if it is not a file of the content. */
function fileRef(ref: unknown) {
  const { kind, file, url } = recordOf(ref)
  if (kind === 'file') return { kind, file }
  const isElsewhere = kind !== 'url' || /^(?:[a-z][a-z\d+.-]*:|\/|#|$)/i.test(String(url))
  return isElsewhere ? undefined : { kind: 'file', file: String(url) }
}

function reusableRef(ref: unknown) {
  const { kind, url } = recordOf(ref)
  return kind === 'reusable-content' ? ref : { kind: 'reusable-content', reusableContent: String(url ?? '') }
}

function pick({ data = {} }: DocumentBlock, names: readonly string[]): NodeData {
  return defined(Object.fromEntries(names.map((name) => [name, data[name]])))
}
