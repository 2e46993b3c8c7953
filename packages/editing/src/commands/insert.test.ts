import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Command, EditorState, TextSelection } from 'prosemirror-state'
import { editingPlugins } from '../plugins.ts'
import { open } from '../saving/open.ts'
import { save } from '../saving/save.ts'
import { nodeType } from '../schema/schema.ts'
import { wrap } from './blocks.ts'
import { addFootnote, placeBlock, placeInline } from './insert.ts'

const user = { kind: 'user', user: 'u1' }
const embed = nodeType('embed').create({ url: 'https://example.com/v?a=1&b=2' })

test('a block takes the place of an empty paragraph, or stands after the block of the cursor', () => {
  const written = '{% embed url="https://example.com/v?a=1&b=2" %}\n'
  assert.equal(run('', '', placeBlock(embed)).text, written)
  const between = run('One.\n\nTwo.\n', 'One.', placeBlock(embed))
  assert.equal(between.text, `One.\n\n${written}\nTwo.\n`)
  assert.equal(between.state.selection.$from.parent.textContent, 'Two.')
  const last = run('One.\n', 'One.', placeBlock(embed))
  assert.equal(last.text, `One.\n\n${written}`)
  assert.equal(last.state.selection.$from.parent.type.name, 'paragraph')
  assert.equal(last.state.selection.$from.parent.childCount, 0)
})

test('a table stays whole, and an item of a list takes blocks', () => {
  const table = '| A | B |\n| - | - |\n| 1 | 2 |\n'
  const card = nodeType('content_ref').create({ ref: { kind: 'page', page: 'p1' } })
  const written = '{% content-ref url="/pages/p1" %}\n[/pages/p1](/pages/p1)\n{% endcontent-ref %}\n'
  assert.equal(run(table, '2', placeBlock(card)).text, `${table}\n${written}`)
  const nested = written.trimEnd().replaceAll('\n', '\n  ')
  assert.equal(run('* one\n', 'one', placeBlock(card)).text, `* one\n\n  ${nested}\n`)
})

test('blocks of every kind are written as the format has them', () => {
  const spec = { ref: { kind: 'openapi', spec: 'pets' } }
  const written = (name: string, attrs: object) =>
    run('', '', placeBlock(nodeType(name).create({ ...attrs }))).text
  assert.equal(
    written('openapi_operation', { ...spec, path: '/pets/{id}', method: 'get' }),
    '{% openapi-operation spec="pets" path="/pets/{id}" method="get" %}\n{% endopenapi-operation %}\n',
  )
  assert.equal(
    written('openapi_schemas', { ...spec, schemas: ['Pet', 'Owner'], grouped: true }),
    '{% openapi-schemas spec="pets" schemas="Pet,Owner" grouped="true" %}\n{% endopenapi-schemas %}\n',
  )
  assert.equal(
    written('openapi_webhook', { ...spec, name: 'born', method: 'post' }),
    '{% openapi-webhook spec="pets" name="born" method="post" %}\n{% endopenapi-webhook %}\n',
  )
  assert.equal(
    written('reusable_content', { ref: { kind: 'reusable-content', reusableContent: 'r1' } }),
    '{% include "/reusable-contents/r1" %}\n',
  )
})

test('inlines are written as the format has them', () => {
  const written = (name: string, attrs: object) =>
    run('See ab.\n', 'ab', (state, dispatch) => {
      const { from } = state.selection
      return placeInline(nodeType(name).create({ ...attrs }), { from: from - 2, to: from })(state, dispatch)
    }).text
  assert.equal(written('mention', { ref: user }), 'See [u1](/users/u1).\n')
  assert.equal(
    written('expression', { expression: 'space.vars["a b"]' }),
    'See <code class="expression">space.vars&#91;&quot;a b&quot;&#93;</code>.\n',
  )
  assert.equal(written('icon', { icon: 'bolt' }), 'See <i class="fa-bolt">:bolt:</i>.\n')
  assert.equal(
    written('button', { label: 'Go', kind: 'primary', ref: { kind: 'url', url: 'https://example.com' } }),
    'See <a href="https://example.com" class="button primary">Go</a>.\n',
  )
})

test('an inline has no place in code', () => {
  assert.equal(
    run('```\nab\n```\n', 'ab', placeInline(nodeType('mention').create({ ref: user }), at(5))).isDone,
    false,
  )
})

test('a condition around a block is written with its expression', () => {
  const command = wrap('if', { expression: 'visitor.claims.plan == "pro"' })
  assert.equal(
    run('One.\n\nTwo.\n', 'Two.', command).text,
    'One.\n\n{% if visitor.claims.plan == "pro" %}\nTwo.\n{% endif %}\n',
  )
})

test('a footnote has the next number, and its text is at the end of the page', () => {
  const first = run('One.\n\nTwo.\n', 'One.', addFootnote)
  const typed = first.state.tr.insertText('Why')
  assert.equal(textOf(first.base, first.state.apply(typed)), 'One.[^1]\n\nTwo.\n\n[^1]: Why\n')
  const second = run('One.[^1]\n\nTwo.\n\n[^1]: Why\n', 'Two.', addFootnote)
  const more = second.state.tr.insertText('Because')
  const text = textOf(second.base, second.state.apply(more))
  assert.equal(text, 'One.[^1]\n\nTwo.[^2]\n\n[^1]: Why\n\n[^2]: Because\n')
})

function at(position: number) {
  return { from: position, to: position }
}

/** What a command writes with the cursor behind these words. */
function run(text: string, words: string, command: Command) {
  const { base, document } = open(text)
  const state = EditorState.create({ doc: document, plugins: [...editingPlugins()] })
  let position = 2
  document.descendants((node, at) => {
    const found = node.isText && words !== '' ? (node.text ?? '').indexOf(words) : -1
    if (found >= 0) position = at + found + words.length
  })
  const placed = state.apply(state.tr.setSelection(TextSelection.create(state.doc, position)))
  let next = placed
  const isDone = command(placed, (transaction) => {
    next = placed.apply(transaction)
  })
  next.doc.check()
  return { isDone, state: next, base, text: textOf(base, next) }
}

function textOf(base: Parameters<typeof save>[0], { doc }: EditorState): string {
  const saved = save(base, doc)
  return saved.kind === 'saved' ? saved.text : 'unwritable'
}
