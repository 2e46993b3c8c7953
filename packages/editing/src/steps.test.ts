import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Transform } from 'prosemirror-transform'
import { open } from './saving/open.ts'
import { schema } from './schema/schema.ts'
import { applySteps, documentFromJson } from './steps.ts'

const { document } = open('# a\n\nb\n')

test('steps of a client lead to the same document', () => {
  const transform = new Transform(document).insert(3, schema.text('x')).split(4)
  const applied = applySteps(
    document,
    transform.steps.map((step) => JSON.parse(JSON.stringify(step))),
  )
  assert.ok(applied.kind === 'applied' && applied.document.eq(transform.doc))
})

test('what the schema forbids is rejected with the number of the step', () => {
  const good = new Transform(document).insert(3, schema.text('x')).steps[0]?.toJSON()
  const item = { stepType: 'replace', from: 1, to: 1, slice: { content: [{ type: 'list_item' }] } }
  const nested = {
    stepType: 'replace',
    from: 1,
    to: 1,
    slice: { content: [{ type: 'hint', content: [{ type: 'table_row' }] }] },
  }
  for (const wrong of [item, nested]) {
    const applied = applySteps(document, [good, wrong])
    assert.equal(applied.kind === 'rejected' && applied.step, 1)
  }
})

test('wrong attributes and strange values are rejected', () => {
  const level = { stepType: 'attr', pos: 1, attr: 'level', value: 'high' }
  for (const step of [level, null, 1, {}, { stepType: 'replace', from: 90, to: 95 }]) {
    assert.equal(applySteps(document, [step]).kind, 'rejected', JSON.stringify(step))
  }
})

test('a document is read back from JSON, unless it is not valid', () => {
  assert.ok(documentFromJson(JSON.parse(JSON.stringify(document)))?.eq(document))
  assert.equal(documentFromJson({ type: 'doc' }), undefined)
  assert.equal(documentFromJson(schema.text('x').toJSON()), undefined)
})
