import fc from 'fast-check'
import type { DocumentBlock, DocumentFragment, DocumentNode, DocumentTree } from '../documents/nodes.ts'
import { htmlInlines, identifier, inlines, reference, url, words } from './trees-inlines.ts'

/** Trees as the parser returns them, without keys and heading anchors. */
export function trees(): fc.Arbitrary<DocumentTree> {
  const { blocks } = fc.letrec<{ blocks: DocumentBlock[]; block: DocumentBlock }>((tie) => ({
    blocks: fc.array(tie('block'), { minLength: 1, maxLength: 4 }),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leafBlocks,
      containers(tie('blocks') as fc.Arbitrary<DocumentBlock[]>),
    ),
  }))
  return blocks.map((nodes) => ({ object: 'document', data: { schemaVersion: 1 }, nodes }))
}

const paragraph = inlines.map((nodes) => block('paragraph', { nodes }))
const leafBlocks = fc.oneof(
  { weight: 6, arbitrary: paragraph },
  { weight: 2, arbitrary: fc.tuple(fc.integer({ min: 1, max: 6 }), inlines).map(heading) },
  fc.constant(block('divider', { data: {}, isVoid: true })),
  fc
    .constantFrom('x^2', 'a\n\nb', '$$', '\\\\')
    .map((formula) => block('math', { data: { formula }, isVoid: true })),
  codes(),
  tables(),
  pictures(),
  tags(),
  fc
    .tuple(fc.constantFrom('start', 'center', 'end'), htmlInlines)
    .map(([align, nodes]) => block('paragraph', { data: { align }, nodes })),
)

function block(type: string, rest: Partial<DocumentBlock>): DocumentBlock {
  return { object: 'block', type, ...rest }
}

function fragment(name: string, nodes: DocumentNode[]): DocumentFragment {
  return { object: 'fragment', fragment: name, nodes }
}

function heading([level, nodes]: [number, DocumentNode[]]): DocumentBlock {
  return block(`heading-${Math.min(level, 3)}`, { data: level > 3 ? { level } : {}, nodes })
}

function codes(): fc.Arbitrary<DocumentBlock> {
  const line = fc.constantFrom(
    '',
    'let a',
    '  two',
    '\ttab',
    '```',
    '~~~~',
    '{% endcode %}',
    '    ',
    '> x',
    '| |',
  )
  const data = fc.record(
    {
      syntax: fc.constantFrom('js', 'c++', 'a`b', 'text'),
      title: words,
      overflow: fc.constantFrom('wrap', 'scroll'),
      lineNumbers: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  return fc.tuple(data, fc.array(line, { minLength: 1, maxLength: 5 })).map(([said, lines]) =>
    block('code', {
      data: said,
      nodes: lines.map((text) =>
        block('code-line', {
          data: {},
          nodes: [{ object: 'text', leaves: [{ object: 'leaf', text, marks: [] }] }],
        }),
      ),
    }),
  )
}

function tables(): fc.Arbitrary<DocumentBlock> {
  const alignment = fc.constantFrom({}, { textAlignment: 'left' }, { textAlignment: 'center' })
  const markdown = tableOf(inlines, alignment, fc.constant({ view: 'grid' }))
  const cards = fc.constantFrom({ view: 'cards' }, { view: 'cards', attributes: { 'data-x': 'a&"b' } })
  const typed = fc.constantFrom(
    {},
    { type: 'rating' },
    { hidden: true },
    { width: 100 },
    { textAlignment: 'justify' },
  )
  return fc.oneof(markdown, tableOf(htmlInlines, typed, cards))
}

function tableOf(
  cell: fc.Arbitrary<DocumentNode[]>,
  column: fc.Arbitrary<object>,
  data: fc.Arbitrary<object>,
): fc.Arbitrary<DocumentBlock> {
  const size = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 }))
  return size.chain(([width, height]) => {
    const cells = fc.array(cell, { minLength: width * height, maxLength: width * height })
    const columns = fc.array(fc.tuple(words, column), { minLength: width, maxLength: width })
    return fc.tuple(columns, cells, data).map(([definition, nodes, said]) =>
      block('table', {
        data: {
          ...said,
          records: recordOf(height, (row) => [
            `r${row}`,
            {
              orderIndex: String(row).padStart(6, '0'),
              values: recordOf(width, (at) => [`c${at}`, `r${row}c${at}`]),
            },
          ]),
          definition: recordOf(width, (at) => {
            const [title, more] = definition[at - 1] ?? ['', {}]
            return [`c${at}`, { id: `c${at}`, type: 'text', title, ...more }]
          }),
        },
        fragments: nodes.map((inner, at) =>
          fragment(`r${Math.floor(at / width) + 1}c${(at % width) + 1}`, [
            block('paragraph', { nodes: inner }),
          ]),
        ),
        isVoid: true,
      }),
    )
  })
}

function recordOf<T>(count: number, entry: (at: number) => [string, T]): Record<string, T> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => entry(at + 1)))
}

function pictures(): fc.Arbitrary<DocumentBlock> {
  const data = fc.record(
    {
      ref: reference,
      alt: words,
      width: fc.integer({ min: 1, max: 999 }),
      height: words,
      refDark: reference,
    },
    { requiredKeys: ['ref'] },
  )
  const caption = fc.option(htmlInlines, { nil: undefined })
  const image = fc.tuple(data, caption).map(([said, nodes]) =>
    block('image', {
      data: said,
      ...(nodes && { fragments: [fragment('caption', [block('paragraph', { nodes })])] }),
      isVoid: true,
    }),
  )
  const around = fc.constantFrom({}, { fullWidth: true }, { align: 'left' })
  return fc.oneof(
    fc.tuple(around, fc.array(image, { minLength: 1, maxLength: 2 })).map(([said, nodes]) => {
      return block('images', { data: said, nodes })
    }),
    data.map(({ refDark, ...said }) => block('drawing', { data: said, isVoid: true })),
  )
}

function tags(): fc.Arbitrary<DocumentBlock> {
  const method = fc.constantFrom('get', 'post')
  const empty = (type: string, data: Record<string, unknown>) => block(type, { data, isVoid: true })
  return fc.oneof(
    reference.map((ref) => empty('content-ref', { ref })),
    reference.map((ref) => empty('reusable-content', { ref })),
    reference.map((ref) => empty('file', { ref })),
    url.map((value) => empty('embed', { url: value })),
    fc.tuple(url, paragraph).map(([value, text]) => ({
      ...empty('embed', { url: value }),
      fragments: [fragment('caption', [text])],
    })),
    fc.tuple(identifier, method).map(([spec, name]) => {
      return empty('openapi-operation', { ref: { kind: 'openapi', spec }, path: '/a/{b}', method: name })
    }),
    identifier.map((spec) => {
      return empty('openapi-schemas', { ref: { kind: 'openapi', spec }, schemas: ['A', 'B'], grouped: true })
    }),
    method.map((name) =>
      empty('swagger', { ref: { kind: 'url', url: 'https://a.b/?c&d' }, path: '/x', method: name }),
    ),
    words.map((value) => empty('integration', { integration: 'maker', block: 'thing', props: { value } })),
  )
}

function containers(blocks: fc.Arbitrary<DocumentBlock[]>): fc.Arbitrary<DocumentBlock> {
  const of = (type: string, data?: Record<string, unknown>) =>
    blocks.map((nodes) => block(type, data === undefined ? { nodes } : { data, nodes }))
  const several = (item: fc.Arbitrary<DocumentBlock>) => fc.array(item, { minLength: 1, maxLength: 3 })
  const item = of('list-item')
  const task = fc
    .tuple(fc.boolean(), paragraph, blocks, fc.boolean())
    .map(([checked, first, rest, isLong]) => {
      return block('list-item', { data: { checked }, nodes: isLong ? [first, ...rest] : [first] })
    })
  return fc.oneof(
    of('blockquote'),
    of('hint', { style: 'warning' }),
    of('if', { expression: 'visitor.claims.x == "a" && !b' }),
    several(item).map((nodes) => block('list-unordered', { nodes })),
    several(task).map((nodes) => block('list-tasks', { nodes })),
    fc.tuple(fc.constantFrom(0, 1, 1, 7, 999), several(item)).map(([start, nodes]) => {
      return block('list-ordered', { data: { start }, nodes })
    }),
    fc.tuple(words, blocks).map(([title, nodes]) => {
      return block('tabs', { data: {}, nodes: [block('tabs-item', { data: { title }, nodes })] })
    }),
    several(of('stepper-step', {})).map((nodes) => block('stepper', { data: {}, nodes })),
    several(of('column', { width: '50%' })).map((nodes) => block('columns', { data: {}, nodes })),
    fc.tuple(htmlInlines, blocks).map(([title, body]) =>
      block('expandable', {
        data: {},
        fragments: [
          { ...fragment('expandable-title', title), type: 'expandable-title' },
          { ...fragment('expandable-body', body), type: 'expandable-body' },
        ],
        isVoid: true,
      }),
    ),
  )
}
