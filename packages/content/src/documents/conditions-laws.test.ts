import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { comparable } from '../test/compare-trees.ts'
import { conditionTags } from './condition-tags.ts'
import { cutConditions, type Judge, splitConditions } from './conditions.ts'
import { parseDocument } from './parse.ts'

const numRuns = Number(process.env.RUNS ?? 300)
const judge: Judge = (expression) => ({ yes: true, no: false })[expression]

/** A text, and the result if `yes` is true, `no` is false and `what` can't be evaluated. */
interface Sample {
  readonly text: string
  readonly cut: string
}

const same = (text: string): Sample => ({ text, cut: text })
const joined = (samples: readonly Sample[]): Sample => ({
  text: samples.map(({ text }) => text).join(''),
  cut: samples.map(({ cut }) => cut).join(''),
})

const expressions = fc.constantFrom('yes', 'no', 'what')
const plain = fc
  .constantFrom(
    'word\n',
    '## Heading\n\n',
    '- item\n',
    '\n',
    '{% hint %}\nin\n{% endhint %}\n',
    'é `{% if no %}` 😀\n',
  )
  .map(same)
const code = fc.constantFrom('\n```\n{% if no %}\n{% endif %}\n```\n', '\n~~~\n{% else %}\n~~~\n').map(same)

const { sample } = fc.letrec<{ sample: Sample; condition: Sample }>((tie) => ({
  sample: fc.array(fc.oneof(plain, code, tie('condition')), { maxLength: 5 }).map(joined),
  condition: fc
    .tuple(
      fc.array(fc.tuple(expressions, tie('sample')), { minLength: 1, maxLength: 3 }),
      fc.option(tie('sample'), { nil: undefined }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([branches, last, end]) => conditionOf(branches, last, end)),
}))

function conditionOf(
  branches: readonly (readonly [string, Sample])[],
  last: Sample | undefined,
  end: string,
) {
  const texts = branches.map(([expression, { text }], at) => {
    return `{% ${at === 0 ? 'if' : 'else if'} ${expression} %}${end}${text}`
  })
  const decisive = branches.find(([expression]) => expression !== 'no')
  const shown = decisive === undefined ? last : decisive[0] === 'yes' ? decisive[1] : undefined
  return {
    text: `\n${texts.join('')}${last ? `{% else %}${end}${last.text}` : ''}{% endif %}\n`,
    cut: `\n${shown ? `${end}${shown.cut}` : ''}\n`,
  }
}

test('what is left is the text without the tags and the branches that are hidden', () => {
  fc.assert(
    fc.property(sample, ({ text, cut }) => {
      const left = cutConditions(text, judge)
      assert.equal(left, cut)
      assert.equal(cutConditions(left, judge), left)
      assert.deepEqual(conditionTags(left), [])
    }),
    { numRuns },
  )
})

test('the parts of a text that a reader meets are those that they read', () => {
  fc.assert(
    fc.property(sample, ({ text }) => {
      const words = text.replaceAll('word', () => `w${Math.random().toString(36).slice(2)}w`)
      const { markdown, parts } = splitConditions(words)
      const met = parts.filter(({ clauses }) => clauses?.every((one) => judge(one.expression) === one.holds))
      const wordsIn = (texts: readonly string[]) =>
        texts.flatMap((one) => one.match(/w[a-z0-9]+w/g) ?? []).sort()
      const read = wordsIn([cutConditions(words, judge)])
      assert.deepEqual(wordsIn([markdown, ...met.map((part) => part.markdown)]), read)
      assert.deepEqual(wordsIn([cutConditions(words, () => undefined)]), wordsIn([markdown]))
    }),
    { numRuns },
  )
})

const scraps = fc.constantFrom(
  ...[
    '{% if yes %}',
    '{% if no %}',
    '{% if what %}',
    '{% else if yes %}',
    '{% else %}',
    '{% endif %}',
    '{% if',
  ],
  ...[
    '{% IF yes %}',
    '{%- endif -%}',
    '{% elsif no %}',
    '\\',
    '`',
    '```',
    '~~~',
    '\n',
    '\n\n',
    '    ',
    '> ',
    '- ',
  ],
  ...[
    '<div>',
    '</div>',
    '<!--',
    '-->',
    '| ',
    'word',
    'é',
    '---\n',
    '%}',
    '{%',
    '\r\n',
    '\t',
    '$$',
    '{% hint %}',
  ],
)

test('whatever a text is made of, no tag is left outside of code, and nothing is added', () => {
  fc.assert(
    fc.property(fc.array(scraps, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      const left = cutConditions(text, judge)
      assert.deepEqual(conditionTags(left), [])
      assert.equal(cutConditions(left, judge), left)
      assert.ok(isWithin(left, text))
      assert.deepEqual(conditionTags(splitConditions(text).markdown), [])
      const tree = comparable(parseDocument(left).tree, { anchors: false })
      assert.ok(!JSON.stringify(tree).includes('"type":"if"'))
    }),
    { numRuns: 10 * numRuns },
  )
})

/** Whether `part` can be made from `whole` by leaving characters out. */
function isWithin(part: string, whole: string): boolean {
  let at = 0
  for (const letter of part) {
    const found = whole.indexOf(letter, at)
    if (found < 0) return false
    at = found + letter.length
  }
  return true
}
