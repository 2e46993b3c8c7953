import fc from 'fast-check'
import type { DocumentLeaf, DocumentNode, MarkType } from '../documents/nodes.ts'

/** Text full of characters that Markdown would interpret. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'abc xyz 123 *_~`[]()<>&#-+.!|\\{}$:"=%\u00A0\u200B中（。é€\n'),
      fc.constantFrom('1. ', '- ', '# ', '> ', '---', '```', '~~~', '{% hint %}', '$$', ':smile:', '<b>'),
      fc.constantFrom('&amp;', '&#35;', '![', '](', '[^1]', '[x]: y', '12:30:45', 'snake_case', '😀', '\t'),
      fc.constantFrom('  ', '<!--', '</p>', '| - |', '===', '\uFEFF', '%}', 'word ', 'ww', 'http'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))

/** In HTML, spaces at the ends and repeated spaces don't count. */
const htmlText = awkward.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => text !== '')

export const words = fc.constantFrom(
  'word',
  'two words',
  'Ünïcödé',
  '中文',
  'a & b',
  '<x>',
  '"q"',
  'c|d',
  'x%}',
)
export const identifier = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/)
export const url = fc.constantFrom(
  'https://example.com/a?b=c&d=e',
  'https://example.com/(x)',
  'folder/a b.md',
  'a|b',
  'a)b',
  '../README.md#x',
  'x\\y&amp;z',
  'mailto:me@example.com',
)
export const reference = fc.oneof(
  url.map((value) => ({ kind: 'url', url: value })),
  identifier.map((page) => ({ kind: 'page', page })),
  identifier.map((file) => ({ kind: 'file', file })),
  identifier.map((space) => ({ kind: 'space', space })),
  identifier.map((collection) => ({ kind: 'collection', collection })),
  identifier.map((reusableContent) => ({ kind: 'reusable-content', reusableContent })),
  fc.tuple(identifier, identifier).map(([page, anchor]) => ({ kind: 'anchor', anchor, page })),
  identifier.map((anchor) => ({ kind: 'anchor', anchor })),
  fc.tuple(identifier, identifier).map(([page, space]) => ({ kind: 'page', page, space })),
)

const plainMarks: MarkType[] = [
  'bold',
  'italic',
  'code',
  'keyboard',
  'strikethrough',
  'superscript',
  'subscript',
]
const colors = fc.constantFrom({ text: 'red' }, { background: 'blue' }, { text: '#f00', background: 'green' })
const marks = fc
  .tuple(fc.subarray(plainMarks, { maxLength: 3 }), fc.option(colors, { freq: 6, nil: undefined }))
  .map(([types, data]): DocumentLeaf['marks'] => [
    ...types.map((type) => ({ object: 'mark' as const, type })),
    ...(data === undefined ? [] : [{ object: 'mark' as const, type: 'color' as const, data }]),
  ])

const htmlVoids = fc.oneof(
  fc.constantFrom('smile', '+1', 'e-mail').map((code) => inline('emoji', { code })),
  fc.constantFrom('bolt', 'arrow-right').map((icon) => inline('icon', { icon })),
  fc
    .constantFrom('visitor.claims.x', 'a["b"] && c * d * e', '$$x', '`_a_`')
    .map((expression) => inline('expression', { expression })),
  fc.tuple(words, reference).map(([label, ref]) => inline('button', { label, kind: 'primary', ref })),
  identifier.map((user) => inline('mention', { ref: { kind: 'user', user } })),
  fc.tuple(reference, words).map(([ref, alt]) => inline('inline-image', { ref, alt, width: 30 })),
)
const voids = fc.oneof(
  htmlVoids,
  fc.constantFrom('x^2', ' $ ', 'a_b*c*', '`').map((formula) => inline('inline-math', { formula })),
  fc.tuple(reference, words).map(([ref, alt]) => inline('inline-image', { ref, alt })),
)

/** The content of a paragraph, a heading or a Markdown cell; begins with text. */
export const inlines = inlinesOf(awkward, voids)
/** The content of a caption or a title, which is HTML. */
export const htmlInlines = inlinesOf(htmlText, htmlVoids)

function inline(type: string, data: Record<string, unknown>): DocumentNode {
  return { object: 'inline', type, data, isVoid: true }
}

function inlinesOf(text: fc.Arbitrary<string>, others: fc.Arbitrary<DocumentNode>) {
  const leaf = fc.record({ object: fc.constant('leaf' as const), text, marks })
  const texts = fc
    .array(leaf, { minLength: 1, maxLength: 4 })
    .map((leaves): DocumentNode => ({ object: 'text', leaves }))
  const link = fc
    .tuple(reference, texts)
    .map(([ref, inner]): DocumentNode => ({ object: 'inline', type: 'link', data: { ref }, nodes: [inner] }))
  return fc
    .tuple(texts, fc.array(fc.oneof({ weight: 3, arbitrary: texts }, others, link), { maxLength: 4 }))
    .map(([first, more]) => joined([first, ...more]))
}

/** Joins adjacent texts, and adjacent leaves with the same marks. */
function joined(nodes: readonly DocumentNode[]): DocumentNode[] {
  const result: DocumentNode[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (node.object !== 'text')
      result.push(node.nodes === undefined ? node : { ...node, nodes: joined(node.nodes) })
    else if (last?.object !== 'text') result.push({ object: 'text', leaves: joinedLeaves(node.leaves) })
    else last.leaves = joinedLeaves([...last.leaves, ...node.leaves])
  }
  return result
}

function joinedLeaves(leaves: readonly DocumentLeaf[]): DocumentLeaf[] {
  const result: DocumentLeaf[] = []
  for (const leaf of leaves) {
    const last = result.at(-1)
    if (last === undefined || JSON.stringify(last.marks) !== JSON.stringify(leaf.marks))
      result.push({ ...leaf })
    else last.text += leaf.text
  }
  return result
}
