import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDocument } from '@stemma/content'
import { processorMs } from '../../../test/processor-time.ts'
import { evaluated } from './evaluating.ts'

const variables = { space: { name: 'Acme *1*' }, page: { version: '2' } }

test('variables are replaced by their values, and everything else stays', async () => {
  const markdown =
    'Hello <code class="expression">space.vars.name</code>\n\n' +
    '    <code class="expression">space.vars.name</code>\n\n' +
    'v<code class="expression"> page.vars.version </code>, <code class="expression">space.vars.other</code>\n'
  assert.equal(
    await evaluated(markdown, variables),
    'Hello Acme \\*1\\*\n\n    <code class="expression">space.vars.name</code>\n\n' +
      'v2, <code class="expression">space.vars.other</code>\n',
  )
})

test('evaluating a page of many blocks costs about what parsing it costs', async () => {
  const block = '<code class="expression">space.vars.name</code>\n\n'
  const markdown = `${block}a\n\n`.repeat(4000)
  const parsing = await processorMs(() => parseDocument(markdown))
  const evaluating = await processorMs(() => evaluated(markdown, variables))
  assert.ok(evaluating < 10 * parsing, `${evaluating} ms against ${parsing} ms`)
})
