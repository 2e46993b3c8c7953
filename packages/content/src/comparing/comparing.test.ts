import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readJsonDocument } from '../json-document/json-document.ts'
import type { AnyNode } from './any-node.ts'
import { compareBlocks, sideOf } from './block-steps.ts'
import { mergeBlocks } from './merged-blocks.ts'

test('a moved block has two steps, and an edited one is recognized by its words', () => {
  const steps = compareBlocks(
    blocksOf('One.\n\nTwo words.\n\nThree.\n\nFour.\n'),
    blocksOf('Four.\n\nOne.\n\nTwo new words.\n\nThree.\n'),
  )
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ['moved', 'same', 'edited', 'same', 'left'],
  )
})

test('words are marked inside of a block, and a sentence that was rewritten is marked as a whole', () => {
  assert.equal(
    merged('Tokens live one day.\n', 'Tokens live one hour.\n'),
    'Tokens live one [-day-][+hour+].',
  )
  const [before, after] = [
    'Tokens are valid for one day. Create a new one when it expires.\n',
    'Tokens are valid for one hour. Before a token expires, exchange it for a new one.\n',
  ]
  assert.equal(
    merged(before, after),
    'Tokens are valid for one [-day-][+hour+]. [-Create a new one when it expires-]' +
      '[+Before a token expires, exchange it for a new one+].',
  )
})

test('cells of a table, items of a list and the text of a hint are compared one by one', () => {
  const table = (time: string) => `| Kind | Valid |\n| --- | --- |\n| Personal | ${time} |\n| Other | 1 h |\n`
  assert.equal(merged(table('1 day'), table('1 hour')), 'Personal[-1 day-][+1 hour+]Other1 h')
  assert.equal(merged('- one\n- two\n', '- one\n- new\n- two\n'), 'one[+new+]two')
  const hint = (word: string) => `{% hint style="info" %}\nA ${word} word.\n{% endhint %}\n`
  assert.equal(merged(hint('first'), hint('second')), 'A [-first-][+second+] word.')
})

const word = fc.constantFrom(
  'one',
  'two',
  '**three**',
  '[four](https://example.com)',
  '`five`',
  'six',
  ':seven:',
)
const paragraph = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
const block = fc.oneof(
  paragraph,
  paragraph.map((text) => `## ${text}`),
  fc
    .array(paragraph, { minLength: 1, maxLength: 4 })
    .map((items) => items.map((one) => `- ${one}`).join('\n')),
  paragraph.map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
  fc
    .array(paragraph, { minLength: 1, maxLength: 3 })
    .map((rows) => `| a |\n| --- |\n| ${rows.join(' |\n| ')} |`),
)
const text = fc.array(block, { maxLength: 8 }).map((blocks) => `${blocks.join('\n\n')}\n`)
const seeded = { seed: 25, numRuns: 300 }

test('the steps hold both sides, and blocks that stayed are equal', () => {
  const holds = (before: string, after: string) => {
    const [old, now] = [blocksOf(before), blocksOf(after)]
    const steps = compareBlocks(old, now)
    assert.deepEqual(sideOf(steps, 'before'), old)
    assert.deepEqual(sideOf(steps, 'after'), now)
    for (const step of steps) if (step.kind === 'same') assert.equal(textOf(step.before), textOf(step.after))
  }
  fc.assert(fc.property(text, text, holds), seeded)
})

test('a merged block without its marks has the words of both sides', () => {
  const holds = (before: string, after: string) => {
    for (const step of compareBlocks(blocksOf(before), blocksOf(after))) {
      const one = step.kind === 'edited' ? mergeBlocks(step.before, step.after) : undefined
      if (one === undefined || step.kind !== 'edited') continue
      assert.equal(textOf(one, 'deleted'), textOf(step.after))
      assert.equal(textOf(one, 'inserted'), textOf(step.before))
    }
  }
  fc.assert(fc.property(text, text, holds), seeded)
})

function blocksOf(markdown: string): readonly AnyNode[] {
  return readJsonDocument(markdown).nodes
}

function merged(before: string, after: string): string {
  const [old, now] = [blocksOf(before)[0], blocksOf(after)[0]]
  const one = old && now && mergeBlocks(old, now)
  return one === undefined ? '' : marked(one)
}

const signs: Readonly<Record<string, string>> = { inserted: '+', deleted: '-' }

function marked(node: AnyNode): string {
  const sign = signs[node.type ?? '']
  const inner = wordsIn(node, marked)
  return sign === undefined ? inner : `[${sign}${inner}${sign}]`
}

/** The words of a node, without those of one kind of change. */
function textOf(node: AnyNode, without = ''): string {
  return node.type === without ? '' : wordsIn(node, (one) => textOf(one, without))
}

function wordsIn({ leaves = [], nodes = [], fragments = [] }: AnyNode, of: (node: AnyNode) => string) {
  return leaves.map(({ text: own }) => own).join('') + [...nodes, ...fragments].map(of).join('')
}
