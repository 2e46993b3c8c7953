import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quickestMs } from '../test/cpu-time.ts'
import { cutConditions, type Judge, splitConditions } from './conditions.ts'
import { parseDocument } from './parse.ts'

/** `yes` is true, `no` is false, and nothing else can be evaluated. */
const judge: Judge = (expression) => ({ yes: true, no: false })[expression]

const cases: readonly (readonly [string, string, string])[] = [
  ['a text without conditions', 'a {% hint %}\n', 'a {% hint %}\n'],
  ['a block that is shown', 'a\n{% if yes %}\nb\n{% endif %}\nc\n', 'a\n\nb\n\nc\n'],
  ['a block that is hidden', 'a\n{% if no %}\nb\n{% endif %}\nc\n', 'a\n\nc\n'],
  ['the first branch', '{% if yes %}a{% else if yes %}b{% else %}c{% endif %}', 'a'],
  ['the second branch', '{% if no %}a{% else if yes %}b{% else %}c{% endif %}', 'b'],
  ['the last branch', '{% if no %}a{% else  if no %}b{% else %}c{% endif %}', 'c'],
  ['a condition that cannot be decided', 'x{% if what %}a{% else %}b{% endif %}y', 'xy'],
  ['one that cannot be decided after another', '{% if no %}a{% else if what %}b{% else %}c{% endif %}y', 'y'],
  ['one that is not reached', '{% if yes %}a{% else if what %}b{% else %}c{% endif %}', 'a'],
  ['conditions in conditions', '{% if yes %}a{% if no %}b{% endif %}c{% endif %}d', 'acd'],
  ['a true one in a false one', '{% if no %}a{% if yes %}b{% endif %}c{% else %}d{% endif %}e', 'de'],
  ['a list', '- a\n- {% if no %}\n  b\n  {% endif %}\n- c\n', '- a\n- \n- c\n'],
  ['a quote', '> {% if yes %}\n> a\n> {% endif %}\n', '> \n> a\n> \n'],
  [
    'a cell of a table',
    '| a | b |\n|---|---|\n| {% if no %}c{% endif %} | d |\n',
    '| a | b |\n|---|---|\n|  | d |\n',
  ],
  ['a heading', '{% if no %}\n# A\n{% endif %}\n\n# B\n', '\n\n# B\n'],
  ['other line ends', 'a\r\n{% if no %}\r\nb\r\n{% endif %}\r\nc\r\n', 'a\r\n\r\nc\r\n'],
  ['front matter', '---\ntitle: a{% if no %}b{% endif %}\n---\nc\n', '---\ntitle: a\n---\nc\n'],
]

for (const [name, markdown, cut] of cases) {
  test(`${name} is cut`, () => assert.equal(cutConditions(markdown, judge), cut))
}

const malformed: readonly (readonly [string, string, string])[] = [
  ['an if without its end', 'a {% if yes %} b', 'a '],
  ['an if in an if without its end', 'a {% if yes %}b{% if yes %}c{% endif %}d', 'a '],
  ['an else without an if', 'a {% else %} b {% endif %} c', ' c'],
  ['an end without an if', 'a {% endif %} b', ' b'],
  ['a branch after the last', '{% if no %}a{% else %}b{% else if yes %}c{% else %}d{% endif %}e', 'be'],
  ['an if without an expression', 'a{% if %}b{% endif %}c', 'ac'],
  ['a tag over two lines', 'a{% if\nyes %}b{% endif %}c', 'ac'],
  ['a tag that does not close', 'a{% if yes }b{% endif %}c', 'ac'],
  ['an end that does not close', 'a{% if yes %}b{% endif }c', 'a'],
  ['a tag in capital letters', 'a{% IF yes %}b{% endif %}c', 'ac'],
  ['an end in capital letters', 'a{% if yes %}b{% ENDIF %}c', 'a'],
  ['a tag that strips space', 'a{%- if yes -%}b{% endif %}c', 'ac'],
  ['a branch by another name', 'a{% if yes %}b{% elsif yes %}c{% else %}d{% endif %}e', 'abe'],
  ['a misspelt if', 'a{% fi yes %}b{% endif %}c', 'c'],
  ['an end with more in it', 'a{% if yes %}b{% endif yes %}c{% endif %}d', 'abd'],
  ['a tag in a tag', 'a{% if {% if yes %}b{% endif %}c', 'a'],
  [
    'an if that ends in a hint',
    '{% hint %}\n{% if no %}\na\n{% endhint %}\nb\n{% endif %}\nc',
    '{% hint %}\n\nc',
  ],
  ['an if that ends in another container', '> {% if no %}\n> a\n\nb\n{% endif %}\nc', '> \nc'],
]

for (const [name, markdown, cut] of malformed) {
  test(`${name} hides what it could be meant to hide`, () => {
    assert.equal(cutConditions(markdown, judge), cut)
  })
}

test('in code and after a backslash a tag is text', () => {
  const texts = [
    '```\n{% if no %}\na\n{% endif %}\n```\n',
    '> ~~~\n> {% if no %}\n> ~~~\n',
    'a `{% if no %}` b',
    'a\n\n    {% if no %}\n',
    '\\{% if no %} b',
  ]
  for (const text of texts) assert.equal(cutConditions(text, judge), text)
  const mixed = '`{% if no %}`\n\n{% if no %}\na\n{% endif %}\n\n```\n{% endif %}\n```\n'
  assert.equal(cutConditions(mixed, judge), '`{% if no %}`\n\n\n\n```\n{% endif %}\n```\n')
})

test('a fence that only a hidden part opens hides no tag', () => {
  const opened = '{% if no %}\n```\n{% endif %}\nsecret\n'
  assert.equal(cutConditions(opened, judge), '')
  const html = '{% if yes %}<div>{% endif %}\n```\n{% if no %}\nsecret\n{% endif %}\n'
  assert.ok(!cutConditions(html, judge).includes('secret'))
})

test('the conditional parts of a text are told from the rest, each with its conditions', () => {
  const markdown = 'a\n{% if x %}b{% if y %}c{% endif %}{% else if z %}d{% else %}e{% endif %}\nf'
  assert.deepEqual(splitConditions(markdown), {
    markdown: 'a\n\nf',
    parts: [
      { markdown: 'b', at: 2, clauses: [{ expression: 'x', holds: true }] },
      {
        markdown: 'c',
        at: 2,
        clauses: [
          ['x', true],
          ['y', true],
        ].map(toClause),
      },
      {
        markdown: 'd',
        at: 2,
        clauses: [
          ['x', false],
          ['z', true],
        ].map(toClause),
      },
      {
        markdown: 'e',
        at: 2,
        clauses: [
          ['x', false],
          ['z', false],
        ].map(toClause),
      },
    ],
  })
  assert.deepEqual(splitConditions('a{% if x %}b'), {
    markdown: 'a',
    parts: [{ markdown: 'b', at: 1, clauses: undefined }],
  })
})

function toClause([expression, holds]: readonly (string | boolean)[]) {
  return { expression, holds }
}

test('a page of 200 kilobytes with 5,000 conditions is cut in a moment', () => {
  const block = (at: number) => `{% if x${at % 50} %}\nwords\n{% else %}\n\`code\`\n{% endif %}\n`
  const page = Array.from({ length: 5_000 }, (_, at) => block(at)).join('\n')
  assert.ok(page.length > 200_000, `${page.length} characters`)
  for (const text of [
    page,
    page.replaceAll('\n', ' '),
    page.replaceAll('{% endif %}', ''),
    page.replaceAll('`', ''),
  ]) {
    const best = quickestMs(() => cutConditions(text, () => true), 200)
    assert.ok(best < 200, `${best.toFixed(1)} ms`)
  }
})

test('a visitor sees the tree of the text that is left', () => {
  const cut = cutConditions('# T\n\n{% if yes %}\n{% hint %}\na\n{% endhint %}\n{% endif %}\n', judge)
  const [hint, ...others] = parseDocument(cut, { page: true }).tree.nodes
  assert.equal(hint && 'type' in hint && hint.type, 'hint')
  assert.equal(others.length, 0)
})
