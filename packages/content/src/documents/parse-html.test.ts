import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outlineOf } from '../test/outline.ts'

const url = (text: string) => ({ kind: 'url', url: text })
const image = (data: object) => `  image ${JSON.stringify(data)}`
const caption = ['    #caption', '      paragraph', '        "c & " "d"[bold]']

const figures: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a figure',
    '<figure><img src="a.png" alt="b" width="300" height="50%">' +
      '<figcaption><p>c &amp; <strong>d</strong></p></figcaption></figure>',
    ['images', image({ ref: url('a.png'), alt: 'b', width: 300, height: '50%' }), ...caption],
  ],
  [
    'a figure without a caption',
    '<figure><img src="/files/f" alt=""><figcaption></figcaption></figure>',
    ['images', image({ ref: { kind: 'file', file: 'f' } })],
  ],
  [
    'a dark picture',
    '<figure><picture><source srcset="d.png" media="(prefers-color-scheme: dark)">' +
      '<img src="l.png"></picture></figure>',
    ['images', image({ ref: url('l.png'), refDark: url('d.png') })],
  ],
  [
    'several figures',
    '<div align="left" data-full-width="true"><figure><img src="a"></figure> ' +
      '<figure><img src="b"></figure></div>',
    ['images {"align":"left","fullWidth":true}', image({ ref: url('a') }), image({ ref: url('b') })],
  ],
  [
    'figures with blank lines around them',
    '<div data-full-width>\n\n<figure><img src="a"></figure>\n\n![](b)\n\n</div>',
    ['images {"fullWidth":true}', image({ ref: url('a') }), image({ ref: url('b') })],
  ],
  ['an image alone', '<img src="a">', ['images', image({ ref: url('a') })]],
  [
    'a drawing',
    '<img class="drawing" src="/files/f" alt="x">',
    ['drawing {"ref":{"kind":"file","file":"f"},"alt":"x"}'],
  ],
  [
    'figures beside each other',
    '<figure><img src="a"></figure>\n<figure><img src="b"></figure>',
    ['images', image({ ref: url('a') }), 'images', image({ ref: url('b') })],
  ],
  [
    'an aligned paragraph',
    '<p align="center">a <em>b</em><br>c</p>',
    ['paragraph {"align":"center"}', '  "a " "b"[italic] "\\nc"'],
  ],
  [
    'an aligned paragraph of Markdown',
    '<p align="right">\n\n*a*\n\n</p>',
    ['paragraph {"align":"end"}', '  "a"[italic]'],
  ],
]

for (const [name, markdown, outline] of figures) {
  test(`${name} becomes a block`, () => assert.deepEqual(outlineOf(markdown), outline))
}

const expandable = [
  'expandable',
  '  #expandable-title',
  '    "T " "b"[bold]',
  '  #expandable-body',
  '    paragraph',
  '      "x"',
]
const details: readonly string[] = [
  '<details>\n\n<summary>T <strong>b</strong></summary>\n\nx\n\n</details>',
  '<details>\n<summary>T <strong>b</strong></summary>\n\nx\n\n</details>',
  '<details><summary>T <strong>b</strong></summary>\n\nx\n</details>',
  '<details><summary>T <strong>b</strong></summary>x</details>',
  '<details>\n<summary>T <strong>b</strong></summary>\n<p>x</p>\n</details>',
]

test('details have a title and a body, however many blank lines there are', () => {
  for (const markdown of details) assert.deepEqual(outlineOf(markdown), expandable, markdown)
})

test('details stand one after the other, inside of each other, and around tags', () => {
  const [, first = ''] = details
  assert.deepEqual(outlineOf(`${first}\n${first}`), [...expandable, ...expandable])
  const nested = outlineOf(first.replace('x', `${first}\n\n{% hint %}\ny\n{% endhint %}`))
  const indented = [...expandable, 'hint {"style":"info"}', '  paragraph', '    "y"'].map(
    (line) => `    ${line}`,
  )
  assert.deepEqual(nested, [...expandable.slice(0, 4), ...indented])
})

test('details without an end, or without a start, stay HTML', () => {
  assert.deepEqual(outlineOf('<details>\n\nx'), ['html {"markdown":"<details>"}', 'paragraph', '  "x"'])
  assert.deepEqual(outlineOf('x\n\n</details>'), ['paragraph', '  "x"', 'html {"markdown":"</details>"}'])
})

test('a table of HTML has columns, views and cells', () => {
  const markdown =
    '<table data-view="cards" data-x="1"><thead><tr><th width="200" align="center">A</th>' +
    '<th data-hidden data-type="content-ref" data-y>B</th></tr></thead>' +
    '<tbody><tr><td><strong>a</strong></td>' +
    '<td><a href="/pages/p">t</a></td></tr><tr><td><ul><li>x</li></ul></td></tr></tbody></table>'
  const data = {
    view: 'cards',
    attributes: { 'data-x': '1' },
    records: {
      r1: { orderIndex: '000001', values: { c1: 'r1c1', c2: 'r1c2' } },
      r2: { orderIndex: '000002', values: { c1: 'r2c1' } },
    },
    definition: {
      c1: { id: 'c1', type: 'text', title: 'A', width: 200, textAlignment: 'center' },
      c2: { id: 'c2', type: 'content-ref', title: 'B', hidden: true, attributes: { 'data-y': '' } },
    },
  }
  assert.deepEqual(outlineOf(markdown), [
    `table ${JSON.stringify(data)}`,
    '  #r1c1',
    '    paragraph',
    '      "a"[bold]',
    '  #r1c2',
    '    paragraph',
    '      ~link {"ref":{"kind":"page","page":"p"}}',
    '        "t"',
    '  #r2c1',
    '    paragraph',
    '      ~html {"markdown":"<ul><li>x</li></ul>"}',
  ])
})

test('a table with blank lines in it is one table', () => {
  const [first = '', ...cells] = outlineOf('<table>\n<tr><td>1</td>\n\n<td>2</td></tr>\n\n</table>')
  assert.match(first, /^table \{"view":"grid","hideHeader":true/)
  assert.deepEqual(
    cells.filter((line) => line.startsWith('      ')),
    ['      "1"', '      "2"'],
  )
})

test('HTML that is not understood stays one block', () => {
  const sources = [
    '<figure><a href="x"><img src="a"></a></figure>',
    '<figure><img src="a"><b>x</b></figure>',
    '<table><tr><td colspan="2">a</td></tr></table>',
    '<table>\n<tr><td>a\n</table>',
    '<div><b>a</b></div>',
    '<p>a</p>',
    '<p align="center"><ul></ul></p>',
    '<p align="constructor">a</p>',
    '<details><ul><li>a</li></ul></details>',
    '<summary>a</summary>',
  ]
  for (const markdown of sources)
    assert.deepEqual(outlineOf(markdown), [`html ${JSON.stringify({ markdown })}`])
})

test('HTML in quotes and items is read without their marks', () => {
  const lines = ['images', '  image {"ref":{"kind":"url","url":"a"},"alt":"x y"}']
  const outline = (by: string) => lines.map((line) => by + line)
  assert.deepEqual(outlineOf('> <figure>\n> <img src="a"\n> alt="x y"></figure>'), [
    'blockquote',
    ...outline('  '),
  ])
  assert.deepEqual(outlineOf('- <figure>\n  <img src="a" alt="x y">\n  </figure>').slice(2), outline('    '))
})
