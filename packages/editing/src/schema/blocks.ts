import type { AttributeSpec, DOMOutputSpec, NodeSpec } from 'prosemirror-model'
import { optional, required } from './attributes.ts'
import { blockKinds, type Kind } from './kinds.ts'

/** Every block of a page carries the key of the block it was opened from. */
const key = optional('string')

/** The nodes of blocks and of their parts. */
export function blockNodes(): Readonly<Record<string, NodeSpec>> {
  return {
    doc: { content: 'group+' },
    /**
     * Groups keep long pages fast; they are never written. Commands take the first kind for what is typed
     * where there is no text yet, so front matter comes last.
     */
    group: { content: 'block+ | (front_matter block*)', toDOM: () => ['div', { class: 'group' }, 0] },
    ...Object.fromEntries(blockKinds.map((kind) => [kind.name, blockNode(kind)])),
    /** At the start of a page, and nowhere else. */
    front_matter: sourceNode({ attrs: { key } }),
    /** Source among items. Each is its own node, or ProseMirror would mix items with other blocks. */
    list_source: sourceNode({ attrs: { more: optional('object') } }),
    part_source: sourceNode({ attrs: { more: optional('object') } }),
    /** A block that has no other node; it is kept as it is. */
    opaque: {
      group: 'block',
      atom: true,
      attrs: { key, tree: required('object', {}) },
      toDOM: () => ['div', { class: 'opaque' }],
    },
    caption: part('block*'),
    /** HTML has room for one paragraph only. */
    image_caption: part('inline*'),
    expandable_title: part('inline*'),
    expandable_body: part('block*'),
    table_head: { content: 'table_column+', toDOM: () => ['tr', 0] },
    table_column: {
      content: 'text*',
      marks: '',
      isolating: true,
      attrs: {
        textAlignment: optional('string'),
        type: { ...optional('string'), default: 'text' },
        hidden: optional('boolean'),
        width: optional('length'),
        options: optional('list'),
        multiple: optional('boolean'),
        attributes: optional('object'),
        more: optional('object'),
      },
      toDOM: () => ['th', 0],
    },
    table_row: { content: 'table_cell*', toDOM: () => ['tr', 0] },
    table_cell: { content: 'inline*', isolating: true, toDOM: () => ['td', 0] },
  }
}

function blockNode(kind: Kind): NodeSpec {
  const isPart = partNames.has(kind.name)
  const spec: NodeSpec = {
    ...(!isPart && { group: 'block' }),
    attrs: { ...(!isPart && { key }), ...attributesOf(kind), more: optional('object') },
    toDOM: (node) => [tags[kind.name] ?? 'div', { class: kind.name, ...dataOf(node.attrs) }, 0],
    ...bodies[kind.body](kind),
  }
  return special[kind.name] === undefined ? spec : { ...spec, ...special[kind.name] }
}

/** Blocks that only occur in certain others. */
const partNames = new Set(['list_item', 'tabs_item', 'stepper_step', 'column', 'image'])

export function attributesOf({ attributes }: Kind): Record<string, AttributeSpec> {
  return Object.fromEntries(Object.entries(attributes).map(([name, type]) => [name, optional(type)]))
}

const bodies: Readonly<Record<Kind['body'], (kind: Kind) => NodeSpec>> = {
  inlines: () => ({ content: 'inline*' }),
  blocks: () => ({ content: 'block*', defining: true }),
  items: ({ name }) => ({ content: `(${items[name]} | ${sourceNameIn(name)})*` }),
  lines: () => sourceNode({ toDOM: (node) => ['pre', dataOf(node.attrs), ['code', 0]] }),
  source: ({ name }) => sourceNode({ toDOM: () => ['pre', { class: name }, 0] }),
  formula: ({ name }) => sourceNode({ toDOM: () => ['pre', { class: name }, 0] }),
  caption: () => ({ content: 'caption?', isolating: true }),
  expandable: () => ({ content: 'expandable_title expandable_body', isolating: true }),
  table: () => ({
    content: 'table_head table_row*',
    isolating: true,
    toDOM: (node) => ['table', dataOf(node.attrs), ['tbody', 0]],
  }),
  none: ({ name }) => ({ atom: true, toDOM: (node) => ['div', { class: name, ...dataOf(node.attrs) }] }),
}

const items: Readonly<Record<string, string>> = {
  list_unordered: 'list_item',
  list_tasks: 'list_item',
  list_ordered: 'list_item',
  tabs: 'tabs_item',
  stepper: 'stepper_step',
  columns: 'column',
  images: 'image',
}

/** The name of source among the items of this block. */
export function sourceNameIn(name: string): 'list_source' | 'part_source' {
  return items[name] === 'list_item' ? 'list_source' : 'part_source'
}

const tags: Readonly<Record<string, string>> = {
  paragraph: 'p',
  blockquote: 'blockquote',
  list_unordered: 'ul',
  list_tasks: 'ul',
  list_ordered: 'ol',
  list_item: 'li',
  expandable: 'details',
}

const special: Readonly<Record<string, Partial<NodeSpec>>> = {
  heading: {
    defining: true,
    attrs: {
      key,
      level: required('number', 1),
      /** Only an anchor that is written; others follow the text. */
      id: optional('string'),
      more: optional('object'),
    },
    toDOM: (node) => [`h${node.attrs.level}`, 0],
  },
  list_item: { defining: true },
  list_ordered: {
    attrs: { key, start: { ...optional('number'), default: 1 }, more: optional('object') },
  },
  image: { content: 'image_caption?' },
  divider: { toDOM: () => ['hr'] },
}

/** Text that is edited as it is written. */
function sourceNode(rest: Partial<NodeSpec>): NodeSpec {
  return {
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    toDOM: () => ['pre', 0],
    ...rest,
  }
}

function part(content: string): NodeSpec {
  return { content, isolating: true, toDOM: (): DOMOutputSpec => ['div', 0] }
}

/** Attributes as `data-…`, for styles and for the clipboard. */
function dataOf(attributes: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      if (name === 'key' || value === null) return []
      return [[`data-${name.toLowerCase()}`, typeof value === 'string' ? value : JSON.stringify(value)]]
    }),
  )
}
