import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outlineOf } from '../test/outline.ts'

const file = { kind: 'file', file: 'f1' }
const openapi = { kind: 'openapi', spec: 's' }

const tags: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a hint',
    '{% hint style="danger" %}\nx\n\n- y\n{% endhint %}',
    [
      'hint {"style":"danger"}',
      '  paragraph',
      '    "x"',
      '  list-unordered',
      '    list-item',
      '      paragraph',
      '        "y"',
    ],
  ],
  [
    'code with a title',
    '{% code title="a.ts" overflow="wrap" lineNumbers="true" %}\n```ts\nx\n```\n{% endcode %}',
    ['code {"syntax":"ts","title":"a.ts","overflow":"wrap","lineNumbers":true}', '  code-line', '    "x"'],
  ],
  ['a file', '{% file src="/files/f1" %}', [`file ${JSON.stringify({ ref: file })}`]],
  [
    'a file with a caption',
    '{% file src="/files/f1" %}\nC **b**\n{% endfile %}',
    [`file ${JSON.stringify({ ref: file })}`, '  #caption', '    paragraph', '      "C " "b"[bold]'],
  ],
  [
    'an embed',
    '{% embed url="https://a.b/?c=1&amp;d" %}\nx',
    ['embed {"url":"https://a.b/?c=1&d"}', 'paragraph', '  "x"'],
  ],
  [
    'an embed with a caption',
    '{% embed url="u" %}\nx\n{% endembed %}',
    ['embed {"url":"u"}', '  #caption', '    paragraph', '      "x"'],
  ],
  [
    'tabs',
    '{% tabs %}\n{% tab title="A &quot;q&quot;" %}\nx\n{% endtab %}\n\n' +
      '{% tab title="B" %}\n{% endtab %}\n{% endtabs %}',
    ['tabs', '  tabs-item {"title":"A \\"q\\""}', '    paragraph', '      "x"', '  tabs-item {"title":"B"}'],
  ],
  [
    'tags on one line',
    '{% tabs %}{% tab title="A" %}\nx\n{% endtab %}{% endtabs %}',
    ['tabs', '  tabs-item {"title":"A"}', '    paragraph', '      "x"'],
  ],
  [
    'steps',
    '{% stepper %}\n{% step %}\n## a\n{% endstep %}\n{% endstepper %}',
    ['stepper', '  stepper-step', '    heading-2 {"id":"a"}', '      "a"'],
  ],
  [
    'columns',
    '{% columns %}\n{% column width="50%" verticalAlignment="middle" %}\nx\n' +
      '{% endcolumn %}\n{% endcolumns %}',
    ['columns', '  column {"width":"50%","verticalAlignment":"middle"}', '    paragraph', '      "x"'],
  ],
  [
    'a condition',
    '{% if visitor.claims.x == "y" %}\nz\n{% endif %}',
    ['if {"expression":"visitor.claims.x == \\"y\\""}', '  paragraph', '    "z"'],
  ],
  [
    'a reference',
    '{% content-ref url="/pages/p1" %}\n[text](/pages/p1)\n{% endcontent-ref %}',
    ['content-ref {"ref":{"kind":"page","page":"p1"}}'],
  ],
  [
    'reusable content',
    '{% include "/reusable-contents/r1" %}',
    ['reusable-content {"ref":{"kind":"reusable-content","reusableContent":"r1"}}'],
  ],
  [
    'an operation',
    '{% openapi-operation spec="s" path="/x" method="get" %}\n[a](b)\n{% endopenapi-operation %}',
    [`openapi-operation ${JSON.stringify({ ref: openapi, path: '/x', method: 'get' })}`],
  ],
  [
    'schemas',
    '{% openapi-schemas spec="s" schemas="A, B" grouped="true" %}\n{% endopenapi-schemas %}',
    [`openapi-schemas ${JSON.stringify({ ref: openapi, schemas: ['A', 'B'], grouped: true })}`],
  ],
  [
    'a webhook',
    '{% openapi-webhook spec="s" name="x" method="post" %}',
    [`openapi-webhook ${JSON.stringify({ ref: openapi, name: 'x', method: 'post' })}`],
  ],
  [
    'an operation of a file',
    '{% openapi src="u" path="/x" method="get" %}\nu\n{% endopenapi %}',
    ['swagger {"ref":{"kind":"url","url":"u"},"path":"/x","method":"get"}'],
  ],
  [
    'an integration',
    '{% @name/block a="1" b=2 %}',
    ['integration {"integration":"name","block":"block","props":{"a":"1","b":"2"}}'],
  ],
]

for (const [name, markdown, outline] of tags) {
  test(`${name} becomes a block`, () => assert.deepEqual(outlineOf(markdown), outline))
}

test('tags stand in items and quotes, and right after text', () => {
  const hint = ['hint {"style":"info"}', '  paragraph', '    "x"']
  const indented = (by: string) => hint.map((line) => by + line)
  assert.deepEqual(outlineOf('- item\n\n  {% hint style="info" %}\n  x\n  {% endhint %}'), [
    'list-unordered',
    '  list-item',
    '    paragraph',
    '      "item"',
    ...indented('    '),
  ])
  assert.deepEqual(outlineOf('> {% hint %}\n> x\n> {% endhint %}'), ['blockquote', ...indented('  ')])
  assert.deepEqual(outlineOf('1. {% hint %}\n   x\n   {% endhint %}').slice(2), indented('    '))
  assert.deepEqual(outlineOf('t\n{% hint %}\nx\n{% endhint %}\n'), ['paragraph', '  "t"', ...hint])
})

test('tags stand inside of each other', () => {
  const outline = outlineOf('{% hint %}\n{% hint style="x" %}\na\n{% endhint %}\n\nb\n{% endhint %}')
  assert.deepEqual(outline, [
    'hint {"style":"info"}',
    '  hint {"style":"x"}',
    '    paragraph',
    '      "a"',
    '  paragraph',
    '    "b"',
  ])
})

test('what only looks like a tag stays text', () => {
  const texts = [
    ['`{% hint %}` and {% hint %}', '  "{% hint %}"[code] " and {% hint %}"'],
    ['{% if x %}a{% endif %} b', '  "{% if x %}a{% endif %} b"'],
    ['a\n      {% hint %}', '  "a {% hint %}"'],
    ['{% hint', '  "{% hint"'],
  ] as const
  for (const [markdown, line] of texts) assert.deepEqual(outlineOf(markdown), ['paragraph', line])
})

test('tags in code stay code, however the code is written', () => {
  const line = ['  code-line', '    "{% hint %}"']
  assert.deepEqual(outlineOf('```\n{% hint %}\n```'), ['code', ...line])
  assert.deepEqual(outlineOf('    {% hint %}'), ['code', ...line])
  assert.deepEqual(outlineOf('> ~~~~\n> {% hint %}\n> ~~~~').slice(1), [
    '  code',
    '    code-line',
    '      "{% hint %}"',
  ])
  assert.deepEqual(outlineOf('- ```\n  {% hint %}\n  ```').slice(2), [
    '    code',
    '      code-line',
    '        "{% hint %}"',
  ])
})

test('a fence that is none does not take the tags after it for code', () => {
  const hint = ['hint {"style":"info"}', '  paragraph', '    "x"']
  assert.deepEqual(outlineOf('<div>\n```\n</div>\n\n{% hint %}\nx\n{% endhint %}').slice(-3), hint)
  assert.deepEqual(outlineOf('- ```\n\n{% hint %}\nx\n{% endhint %}').slice(-3), hint)
})

test('tags that do not fit stay as they are written, beside what is between them', () => {
  const raw = (markdown: string) => `raw ${JSON.stringify({ markdown })}`
  const text = ['paragraph', '  "x"']
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['{% foo a="1" %}\nx\n{% endfoo %}', [raw('{% foo a="1" %}'), ...text, raw('{% endfoo %}')]],
    ['{% hint %}\nx', [raw('{% hint %}'), ...text]],
    ['x\n{% endhint %}', [...text, raw('{% endhint %}')]],
    ['{% tab %}\nx\n{% endtab %}', [raw('{% tab %}'), ...text, raw('{% endtab %}')]],
    ['{% code %}\nx\n{% endcode %}', [raw('{% code %}'), ...text, raw('{% endcode %}')]],
    ['{% embed %}', [raw('{% embed %}')]],
    ['{% @a %}', [raw('{% @a %}')]],
    ['{% constructor %}', [raw('{% constructor %}')]],
  ]
  for (const [markdown, outline] of cases) assert.deepEqual(outlineOf(markdown), outline)
  assert.deepEqual(outlineOf('{% tabs %}\nx\n{% endtabs %}'), ['tabs', `  ${raw('x')}`])
})

test('a start tag without its end does not take the end of another', () => {
  const outline = outlineOf('{% hint %}\n{% tabs %}\nx\n{% endhint %}')
  assert.deepEqual(outline, [
    'hint {"style":"info"}',
    '  raw {"markdown":"{% tabs %}"}',
    '  paragraph',
    '    "x"',
  ])
})
