import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outlineOf } from '../test/outline.ts'

/** The inlines of a paragraph. */
function inlinesOf(markdown: string): string[] {
  const [first, ...lines] = outlineOf(markdown)
  assert.equal(first, 'paragraph')
  return lines.map((line) => line.slice(2))
}

const inlines: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'marks are on leaves of one text',
    'a **b *c*** ~~d~~ `e`',
    ['"a " "b "[bold] "c"[bold,italic] " " "d"[strikethrough] " " "e"[code]'],
  ],
  [
    'tags are marks',
    '<kbd>a</kbd><sup>b</sup><sub>c</sub><del>d</del>',
    ['"a"[keyboard] "b"[superscript] "c"[subscript] "d"[strikethrough]'],
  ],
  ['more tags are marks', '<strong>a</strong><em>b</em><b>c</b>', ['"a"[bold] "b"[italic] "c"[bold]']],
  [
    'colours are a mark',
    '<mark style="color:red;background-color:blue;">a</mark>',
    ['"a"[color{"text":"red","background":"blue"}]'],
  ],
  ['equal marks beside each other are one leaf', '**a**<strong>b</strong>', ['"ab"[bold]']],
  [
    'marks go on inside of a link',
    '**[a *b*](c)**',
    ['~link {"ref":{"kind":"url","url":"c"}}', '  "a "[bold] "b"[bold,italic]'],
  ],
  ['a line break is a line feed, a soft one a space', 'a  \nb\\\nc\nd<br>e', ['"a\\nb\\nc d\\ne"']],
  ['a link has its title', '[a](b "c")', ['~link {"ref":{"kind":"url","url":"b"},"title":"c"}', '  "a"']],
  [
    'an address is a link',
    '<http://a.b> c@d.ef',
    [
      '~link {"ref":{"kind":"url","url":"http://a.b"}}',
      '  "http://a.b"',
      '" "',
      '~link {"ref":{"kind":"url","url":"mailto:c@d.ef"}}',
      '  "c@d.ef"',
    ],
  ],
  ['a tag is a link', '<a href="b.md">x</a>', ['~link {"ref":{"kind":"url","url":"b.md"}}', '  "x"']],
  ['a link without text holds an empty one', '[](b)', ['~link {"ref":{"kind":"url","url":"b"}}', '  ""']],
  ['a person is mentioned', 'hi [Ann](/users/u1)', ['"hi "', '~mention {"ref":{"kind":"user","user":"u1"}}']],
  [
    'a name is an emoji',
    'a :smile: :+1:',
    ['"a "', '~emoji {"code":"smile"}', '" "', '~emoji {"code":"+1"}'],
  ],
  [
    'a time is none, nor what is escaped',
    '12:30:45 \\:no: &#58;no: :100:',
    ['"12:30:45 :no: :no: "', '~emoji {"code":"100"}'],
  ],
  ['code has no emoji', '`:a:`', ['":a:"[code]']],
  ['an icon', '<i class="fa-solid fa-rocket">:rocket:</i>', ['~icon {"icon":"rocket"}']],
  [
    'an expression is not Markdown',
    '<code class="expression">a_b_c * d &lt; 1</code>',
    ['~expression {"expression":"a_b_c * d < 1"}'],
  ],
  ['a formula', 'a $$x_1$$ $5 $6', ['"a "', '~inline-math {"formula":"x_1"}', '" $5 $6"']],
  [
    'an image among text',
    'a ![b](c.png "d")',
    ['"a "', '~inline-image {"ref":{"kind":"url","url":"c.png"},"alt":"b","caption":"d"}'],
  ],
  [
    'an image of HTML among text',
    'a <img src="/files/f" alt="b" data-size="line">',
    ['"a "', '~inline-image {"ref":{"kind":"file","file":"f"},"alt":"b","size":"line"}'],
  ],
  [
    'a button',
    '<a href="/pages/p" class="button secondary" data-icon="x">Go **on**</a>',
    ['~button {"label":"Go on","kind":"secondary","ref":{"kind":"page","page":"p"},"icon":"x"}'],
  ],
  [
    'other HTML stays',
    'a <u>b</u> <!-- c -->',
    [
      '"a "',
      '~html {"markdown":"<u>"}',
      '"b"',
      '~html {"markdown":"</u>"}',
      '" "',
      '~html {"markdown":"<!-- c -->"}',
    ],
  ],
  ['tags without an end stay', 'a <kbd>b', ['"a "', '~html {"markdown":"<kbd>"}', '"b"']],
  [
    'tags across each other stay',
    '<kbd>a<sup>b</kbd>c</sup>',
    ['"a"[keyboard]', '~html {"markdown":"<sup>"}', '"b"[keyboard] "c"', '~html {"markdown":"</sup>"}'],
  ],
  ['entities are their characters', '&mdash; &amp;amp; &nope;', ['"— &amp; &nope;"']],
]

for (const [name, markdown, lines] of inlines) {
  test(name, () => assert.deepEqual(inlinesOf(markdown), lines))
}

test('a reference leads where its definition does, wherever that stands', () => {
  const outline = outlineOf('[a] ![b][a]\n\n> [a]: /pages/p1#x "t"\n\n[a]: other')
  assert.deepEqual(outline.slice(0, 5), [
    'paragraph',
    '  ~link {"ref":{"kind":"anchor","anchor":"x","page":"p1"},"title":"t"}',
    '    "a"',
    '  " "',
    '  ~inline-image {"ref":{"kind":"anchor","anchor":"x","page":"p1"},"alt":"b","caption":"t"}',
  ])
})

test('a reference to a footnote says its label', () => {
  assert.deepEqual(inlinesOf('a[^n]\n\n[^n]: b').slice(0, 2), ['"a"', '~annotation {"label":"n"}'])
})
