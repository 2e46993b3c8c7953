import type { AttributeType } from './attributes.ts'

/**
 * How a block or an inline of the tree is kept in a node. Data with these names become attributes; all other
 * data are kept in the attribute `more`, so that nothing is lost.
 */
export interface Kind {
  readonly type: string
  /** The name of its node. */
  readonly name: string
  readonly body: Body
  readonly attributes: Readonly<Record<string, AttributeType>>
  readonly isVoid: boolean
  /** Whether the tree has `data` even if it is empty. */
  readonly hasData: boolean
}

/** What a node contains. */
export type Body =
  | 'inlines'
  | 'blocks'
  | 'items'
  | 'lines'
  /** The text is the data of this kind, so that it is edited in place. */
  | 'source'
  | 'formula'
  | 'caption'
  | 'expandable'
  | 'table'
  | 'none'

const image = {
  ref: 'object',
  refDark: 'object',
  alt: 'string',
  width: 'length',
  height: 'length',
  size: 'string',
} as const

export const blockKinds: readonly Kind[] = [
  kind('paragraph', 'inlines', { align: 'string' }, { hasData: false }),
  kind('heading-1', 'inlines', { level: 'number', id: 'string' }, { name: 'heading' }),
  kind('heading-2', 'inlines', { level: 'number', id: 'string' }, { name: 'heading' }),
  kind('heading-3', 'inlines', { level: 'number', id: 'string' }, { name: 'heading' }),
  kind(
    'code',
    'lines',
    {
      syntax: 'string',
      meta: 'string',
      title: 'string',
      overflow: 'string',
      lineNumbers: 'boolean',
      fullWidth: 'boolean',
    },
    { name: 'code_block' },
  ),
  kind('blockquote', 'blocks', {}, { hasData: false }),
  kind('list-unordered', 'items', {}, { hasData: false }),
  kind('list-tasks', 'items', {}, { hasData: false }),
  kind('list-ordered', 'items', { start: 'number' }),
  kind('list-item', 'blocks', { checked: 'boolean' }, { hasData: false }),
  kind('hint', 'blocks', { style: 'string' }),
  kind('if', 'blocks', { expression: 'string' }),
  kind('footnote', 'blocks', { label: 'string' }),
  kind('tabs', 'items', { fullWidth: 'boolean' }),
  kind('tabs-item', 'blocks', { title: 'string', icon: 'string', fullWidth: 'boolean' }),
  kind('stepper', 'items', { fullWidth: 'boolean' }),
  kind('stepper-step', 'blocks', { icon: 'string', fullWidth: 'boolean' }),
  kind('columns', 'items', { fullWidth: 'boolean' }),
  kind('column', 'blocks', { width: 'string', verticalAlignment: 'string', fullWidth: 'boolean' }),
  kind('expandable', 'expandable', {}, { isVoid: true }),
  kind('images', 'items', { align: 'string', fullWidth: 'boolean', withFrame: 'boolean' }),
  kind('image', 'caption', image, { isVoid: true }),
  kind('drawing', 'none', image, { isVoid: true }),
  kind('file', 'caption', { ref: 'object' }, { isVoid: true }),
  kind('embed', 'caption', { url: 'string', fullWidth: 'boolean' }, { isVoid: true }),
  kind('table', 'table', { view: 'string', hideHeader: 'boolean', attributes: 'object' }, { isVoid: true }),
  kind('math', 'formula', {}, { isVoid: true }),
  kind('divider', 'none', {}, { isVoid: true }),
  kind('content-ref', 'none', { ref: 'object' }, { isVoid: true }),
  kind('reusable-content', 'none', { ref: 'object' }, { isVoid: true }),
  kind(
    'openapi-operation',
    'none',
    { ref: 'object', path: 'string', method: 'string', fullWidth: 'boolean' },
    { isVoid: true },
  ),
  kind(
    'openapi-schemas',
    'none',
    { ref: 'object', schemas: 'list', grouped: 'boolean', fullWidth: 'boolean' },
    { isVoid: true },
  ),
  kind(
    'openapi-webhook',
    'none',
    { ref: 'object', name: 'string', method: 'string', fullWidth: 'boolean' },
    { isVoid: true },
  ),
  kind('swagger', 'none', { ref: 'object', path: 'string', method: 'string' }, { isVoid: true }),
  kind('integration', 'none', { integration: 'string', block: 'string', props: 'object' }, { isVoid: true }),
  kind('raw', 'source', {}),
  kind('html', 'source', {}),
]

/** Inlines that have no text of their own. Links are marks. */
export const inlineKinds: readonly Kind[] = [
  kind('emoji', 'none', { code: 'string' }, { isVoid: true }),
  kind('icon', 'none', { icon: 'string' }, { isVoid: true }),
  kind('expression', 'none', { expression: 'string' }, { isVoid: true }),
  kind(
    'button',
    'none',
    { label: 'string', kind: 'string', ref: 'object', icon: 'string' },
    { isVoid: true },
  ),
  kind('mention', 'none', { ref: 'object' }, { isVoid: true }),
  kind('inline-image', 'none', { ...image, caption: 'string' }, { isVoid: true }),
  kind('inline-math', 'none', { formula: 'string' }, { isVoid: true }),
  kind('annotation', 'none', { label: 'string' }, { isVoid: true }),
  kind('html', 'none', { markdown: 'string' }, { isVoid: true, name: 'inline_html' }),
]

interface Variations {
  readonly name?: string
  readonly isVoid?: boolean
  readonly hasData?: boolean
}

function kind(
  type: string,
  body: Body,
  attributes: Kind['attributes'],
  { name = type.replaceAll('-', '_'), isVoid = false, hasData = true }: Variations = {},
): Kind {
  return { type, name, body, attributes, isVoid, hasData }
}
