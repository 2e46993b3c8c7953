import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentNode } from '../documents/nodes.ts'
import { printJsonDocument, readJsonDocument } from './json-document.ts'

test('a table has a view with its columns, and text cells are fragments', () => {
  const { data, fragments, isVoid } = only('| a | b |\n|---|--:|\n| 1 | **2** |')
  assert.deepEqual(data?.view, { type: 'grid', columns: ['c1', 'c2'], hideHeader: false })
  assert.deepEqual(data?.definition, {
    c1: { id: 'c1', type: 'text', title: 'a', textAlignment: 'left' },
    c2: { id: 'c2', type: 'text', title: 'b', textAlignment: 'right' },
  })
  assert.deepEqual(data?.records, { r1: { orderIndex: '000001', values: { c1: 'r1c1', c2: 'r1c2' } } })
  assert.deepEqual([fragments?.map(({ fragment }) => fragment), isVoid], [['r1c1', 'r1c2'], true])
})

const columns = {
  number: ['42', 42],
  rating: ['3', 3],
  checkbox: ['true', true],
  files: ['<a href="/files/f1">a.pdf</a>', ['f1']],
  users: ['<a href="/users/u1">Ada</a>', ['u1']],
  select: ['<span data-option="o1">Done</span>', ['o1']],
  'content-ref': ['<a href="/pages/p1">Page</a>', { kind: 'page', page: 'p1' }],
  image: ['<a href="/files/i1">i.png</a>', { kind: 'file', file: 'i1' }],
} as const

for (const [type, [cell, value]] of Object.entries(columns)) {
  test(`a cell of a ${type} column has its value`, () => {
    const { data } = only(table('', `<th data-type="${type}">T</th>`, `<td>${cell}</td>`))
    assert.deepEqual(data?.records, { r1: { orderIndex: '000001', values: { c1: value } } })
  })
}

test('a cell that is not what its column expects keeps its words', () => {
  const { data } = only(table('', '<th data-type="number">T</th>', '<td>about 3</td>'))
  assert.deepEqual(data?.records, { r1: { orderIndex: '000001', values: { c1: 'about 3' } } })
})

test('a column of choices has the options of its header', () => {
  const option = '<option value="o1" label="Done" color="green"></option>'
  const head = `<th data-type="select">State<select multiple>${option}</select></th>`
  const { data } = only(table('', head, '<td></td>'))
  const options = [{ value: 'o1', label: 'Done', color: 'green' }]
  assert.deepEqual(data?.definition, {
    c1: { id: 'c1', type: 'select', title: 'State', multiple: true, options },
  })
})

test('cards name the columns of their target and cover', () => {
  const head =
    '<th>T</th><th data-hidden data-card-target data-type="content-ref">U</th>' +
    '<th data-hidden data-card-cover data-type="image">C</th>'
  const { data } = only(
    table('data-view="cards" data-card-size="large"', head, '<td>x</td><td></td><td></td>'),
  )
  assert.deepEqual(data?.view, {
    type: 'cards',
    cardSize: 'large',
    columns: ['c1'],
    targetDefinition: 'c2',
    coverDefinition: 'c3',
  })
})

test('a footnote is an annotation that carries its text', () => {
  const { nodes } = readJsonDocument('Word[^1]\n\n[^1]: The *note*')
  assert.deepEqual(
    nodes.map(({ type }) => type),
    ['paragraph'],
  )
  const annotation = nodes[0]?.nodes?.[1]
  assert.equal(annotation?.object === 'inline' && annotation.type, 'annotation')
  const [fragment] = annotation?.object === 'inline' ? (annotation.fragments ?? []) : []
  assert.deepEqual([fragment?.type, wordsIn(fragment?.nodes ?? [])], ['annotation-body', 'The note'])
})

test('words that link to a footnote are annotated by it', () => {
  const { nodes } = readJsonDocument('Some [words](#user-content-fn-1)[^1]\n\n[^1]: Note')
  const annotation = nodes[0]?.nodes?.[1]
  assert.equal(annotation?.object === 'inline' && wordsIn(annotation.nodes ?? []), 'words')
})

test('annotations of a client become footnotes, and different notes never become one', () => {
  const note = (words: string) => ({
    object: 'inline',
    type: 'annotation',
    isVoid: false,
    nodes: [text('TM', 'superscript')],
    fragments: [{ object: 'fragment', type: 'annotation-body', nodes: [paragraph(text(words))] }],
  })
  const markdown = printJsonDocument({ nodes: [paragraph(text('A'), note('one'), text(' B'), note('two'))] })
  const written = 'A[^TM] B<sup>[TM](#user-content-fn-note-2)</sup>[^note-2]'
  assert.equal(markdown, `${written}\n\n[^TM]: one\n\n[^note-2]: two\n`)
})

test('many annotations of one long footnote do not multiply it without limit', () => {
  const references = 'x[^1] '.repeat(5_000)
  const note = `[^1]: ${'**a** '.repeat(5_000)}`
  const document = JSON.stringify(readJsonDocument(`${references}\n\n${note}`))
  assert.ok(document.length < 20_000_000, `${document.length} characters`)
})

test('headings have the anchor as their ID', () => {
  const { type, data, meta } = only('## Two words')
  assert.deepEqual([type, data, meta], ['heading-1', { id: 'two-words' }, { id: 'two-words' }])
})

test('the title of a page is above its headings, and a heading keeps its level', () => {
  const levels = ['# a', '## a', '### a', '#### a', '##### a', '###### a']
  const types = levels.map((markdown) => only(markdown).type)
  assert.deepEqual(
    types,
    [1, 1, 2, 3, 3, 3].map((type) => `heading-${type}`),
  )
  const again = levels.map((markdown) => printJsonDocument(readJsonDocument(markdown)))
  assert.deepEqual(
    again,
    levels.map((markdown) => `${markdown}\n`),
  )
  const moved = { ...only('###### a'), type: 'heading-1' }
  assert.equal(printJsonDocument({ nodes: [moved] }), '## a\n')
})

test('an emoji has its code points, and an unknown name stays as text', () => {
  assert.deepEqual(only(':smile:').nodes?.[0], {
    object: 'inline',
    type: 'emoji',
    data: { code: '1f604' },
    isVoid: true,
  })
  assert.equal(wordsIn(only(':not-an-emoji:').nodes ?? []), ':not-an-emoji:')
  assert.equal(wordsIn(only('[a :smile:](https://example.com)').nodes ?? []), 'a 😄')
})

test('an emoji of a client is written by its name', () => {
  const emoji = (code: string) => ({ object: 'inline', type: 'emoji', data: { code }, isVoid: true })
  const nodes = [paragraph(emoji('1f604'), text(' '), emoji('2764'), text(' '), emoji('1fabf-200d-2764'))]
  assert.equal(printJsonDocument({ nodes }), ':smile: :heart: 🪿\u200D❤\n')
})

test('the title of an expandable is one paragraph, and its body is never empty', () => {
  const { fragments } = only('<details>\n\n<summary>Title</summary>\n\n</details>')
  assert.deepEqual(
    fragments?.map(({ type, nodes }) => [type, nodes.map((node) => node.object === 'block' && node.type)]),
    [
      ['expandable-title', ['paragraph']],
      ['expandable-body', ['paragraph']],
    ],
  )
})

test('an OpenAPI block of an older form has a reference', () => {
  const { type, data } = only(
    '{% swagger src="https://example.com/a.json" path="/a" method="get" %}\n{% endswagger %}',
  )
  const ref = { kind: 'url', url: 'https://example.com/a.json' }
  assert.deepEqual([type, data], ['swagger', { ref, path: '/a', method: 'get' }])
})

test('HTML is shown as code, and its tags within text are left out', () => {
  const { type, data, nodes } = only('<section>\nsome *html*\n</section>')
  assert.deepEqual([type, data?.syntax, nodes?.length], ['code', 'html', 3])
  assert.equal(wordsIn(only('<u>under</u> line').nodes ?? []), 'under line')
})

test('comments and link definitions show nothing', () => {
  const { nodes } = readJsonDocument('<!-- a comment -->\n\n[ref]: https://example.com')
  assert.deepEqual([nodes.length, wordsIn(nodes)], [1, ''])
})

test('HTML and comments are written back as they were', () => {
  const markdown = '<!-- a\n\ncomment -->\n\n<section>\nsome *html*\n</section>\n\n<u>under</u> line\n'
  assert.equal(printJsonDocument(readJsonDocument(markdown)), markdown)
})

test('source whose text a client changed is written as text', () => {
  const document = JSON.parse(JSON.stringify(readJsonDocument('a <kbd2>b</kbd2>')).replaceAll('""', '"new"'))
  assert.doesNotMatch(printJsonDocument(document), /kbd2/)
})

test('lengths have a unit, and unknown colours look like ordinary text', () => {
  const { nodes } = only('{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% endcolumns %}')
  const [column] = nodes ?? []
  assert.deepEqual(column?.object === 'block' && column.data, { width: { unit: '%', value: 50 } })
  const [leaf] = leavesOf(only('<mark style="color:rebeccapurple;">x</mark>').nodes ?? [])
  const [green] = leavesOf(only('<mark style="color:green;">x</mark>').nodes ?? [])
  assert.deepEqual([leaf?.marks, green?.marks[0]?.data], [[], { text: 'green', background: 'default' }])
})

function table(attributes: string, head: string, cells: string): string {
  return `<table ${attributes}><thead><tr>${head}</tr></thead><tbody><tr>${cells}</tr></tbody></table>`
}

function only(markdown: string) {
  const { nodes } = readJsonDocument(markdown)
  assert.equal(nodes.length, 1)
  return nodes[0] ?? { object: 'block' as const, type: '' }
}

function text(words: string, ...marks: 'superscript'[]) {
  const all = marks.map((type) => ({ object: 'mark' as const, type }))
  return { object: 'text', leaves: [{ object: 'leaf' as const, text: words, marks: all }] }
}

function paragraph(...nodes: object[]) {
  return { object: 'block', type: 'paragraph', nodes: nodes as ReturnType<typeof text>[] }
}

function leavesOf(nodes: readonly DocumentNode[]) {
  return nodes.flatMap((node) => (node.object === 'text' ? node.leaves : []))
}

function wordsIn(nodes: readonly DocumentNode[]): string {
  return nodes
    .map((node) =>
      node.object === 'text'
        ? leavesOf([node])
            .map(({ text: words }) => words)
            .join('')
        : wordsIn(node.nodes ?? []),
    )
    .join('')
}
