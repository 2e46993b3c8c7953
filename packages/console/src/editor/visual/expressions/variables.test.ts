import assert from 'node:assert/strict'
import { test } from 'node:test'
import { variableChoices, variablesOf } from './variables.ts'

test('variables are named as expressions name them', () => {
  const all = variablesOf({ variables: { version: '2.1', 'api host': 'x' }, pages: [] }, 'p1')
  assert.deepEqual(all, [
    { expression: 'space.vars.version', value: '2.1' },
    { expression: 'space.vars["api host"]', value: 'x' },
  ])
})

test('what matches by name or value comes first, and what was typed comes last', () => {
  const all = ['version', 'name'].map((name) => ({ expression: `space.vars.${name}`, value: `${name} 1` }))
  const found = (words: string) => variableChoices(all, words).map(({ expression }) => expression)
  assert.deepEqual(found(''), ['space.vars.version', 'space.vars.name'])
  assert.deepEqual(found(' vers'), ['space.vars.version', 'vers'])
  assert.deepEqual(found('name 1'), ['space.vars.name', 'name 1'])
  assert.deepEqual(found('space.vars.name'), ['space.vars.name'])
})
