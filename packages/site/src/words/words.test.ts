import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SiteCustomizationSettings } from '@stemma/contract'
import { dayOf, languages, wordsFor } from './index.ts'

test('every language has every word, and says it in its own way', () => {
  const english = textsOf(wordsFor('en'))
  for (const [tag, words] of Object.entries(languages)) {
    const texts = textsOf(words)
    assert.deepEqual([...texts.keys()], [...english.keys()], tag)
    for (const [name, text] of texts) assert.notEqual(text.trim(), '', `${tag} ${name}`)
    const same = [...texts].filter(([name, text]) => text.length > 12 && english.get(name) === text)
    if (tag !== 'en') assert.deepEqual(same, [], tag)
  }
})

test('a text with a value contains it', () => {
  for (const [tag, words] of Object.entries(languages)) {
    assert.match(words.updatedOn('VALUE'), /VALUE/, tag)
    assert.match(words.search.count(1, 'VALUE'), /1.*VALUE|VALUE.*1/, tag)
    assert.match(words.actions.assistantPrompt('VALUE'), /VALUE/, tag)
    assert.match(words.blocks.linkTo('VALUE'), /VALUE/, tag)
  }
})

test('a language with a region finds its words, and an unknown one gets English', () => {
  assert.equal(wordsFor('EN-us'), languages.en)
  assert.equal(wordsFor('de-AT'), languages.de)
  assert.equal(wordsFor('pt'), languages['pt-br'])
  assert.equal(wordsFor('nb-NO'), languages.no)
  assert.equal(wordsFor('zh-Hant-TW'), languages.zh)
  assert.equal(wordsFor('tlh'), languages.en)
  assert.equal(wordsFor(''), languages.en)
})

test('every language that a customization can choose has words', () => {
  const { locale } = SiteCustomizationSettings.properties.internationalization.properties
  for (const tag of locale.enum) assert.ok(languages[tag], tag)
})

test('days are the same for everybody, and texts that are no moments are no days', () => {
  assert.equal(dayOf('2026-11-12T23:30:00.000Z', wordsFor('en')), '12 November 2026')
  assert.equal(dayOf('2026-11-12', wordsFor('de')), '12. November 2026')
  assert.equal(dayOf('soon', wordsFor('en')), '')
})

/** All texts by their names, with functions called. */
function textsOf(value: object, path = ''): Map<string, string> {
  const entries = Object.entries(value).flatMap(([name, one]): [string, string][] => {
    const at = `${path}.${name}`
    if (typeof one === 'function') return [[at, String(one('a', 'b'))]]
    return typeof one === 'string' ? [[at, one]] : [...textsOf(one, at)]
  })
  return new Map(entries)
}
