import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quickestMs } from '../test/cpu-time.ts'
import { pageAttributesOf, readFrontMatter } from './front-matter.ts'
import { parseDocument } from './parse.ts'

test('the front matter is what stands between dashes at the very start', () => {
  assert.deepEqual(readFrontMatter('---\na: 1\n---\n\nx'), { start: 0, end: 12, data: { a: 1 } })
  assert.deepEqual(readFrontMatter('---  \r\na: 1\r\n---\t\r\nx'), { start: 0, end: 17, data: { a: 1 } })
  assert.deepEqual(readFrontMatter('\uFEFF---\na: 1\n---'), { start: 1, end: 13, data: { a: 1 } })
  assert.deepEqual(readFrontMatter('---\n---\n'), { start: 0, end: 7, data: {} })
})

test('a text without it has none', () => {
  for (const markdown of [
    '',
    'x',
    '---',
    '---\na: 1\n',
    '\n---\na: 1\n---',
    '--- a\n---',
    '---\na: 1\n ---\n',
  ]) {
    assert.equal(readFrontMatter(markdown), undefined, markdown)
  }
})

test('a front matter that cannot be read stays, and is not data', () => {
  const broken = ['a: [', 'a', '- a', 'a: 1\na: 2', '"a', '? a\n: b', 'a: b: c', '{a: 1', 'a: !<x', '\ta: 1']
  for (const yaml of broken) {
    const markdown = `---\n${yaml}\n---\n\n# T\n`
    const { frontMatter, blocks, tree, title } = parseDocument(markdown, { page: true })
    assert.equal(frontMatter, undefined, yaml)
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['raw', 'heading-1'],
      yaml,
    )
    assert.deepEqual(tree.nodes[0]?.data, { markdown: `---\n${yaml}\n---` })
    assert.equal(title, 'T')
  }
})

test('a front matter that writes a NUL or half of a character is not data, but both halves are', () => {
  for (const yaml of ['title: "a\\0"', 'title: "\\uD83D"', '"\\x00": a', 'a: [{b: "\\u0000"}]'])
    assert.equal(readFrontMatter(`---\n${yaml}\n---`)?.data, undefined, yaml)
  assert.deepEqual(readFrontMatter('---\ntitle: "\\uD83D\\uDE00"\n---')?.data, { title: '😀' })
})

test('aliases are refused, and so is whatever nests deep or is too long', () => {
  const bombs = [
    'a: &a x\nb: *a',
    'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]',
    `a: ${'['.repeat(30_000)}`,
    `a: ${'["]",'.repeat(10_000)}`,
    `a: ${'{a: '.repeat(10_000)}`,
    '? '.repeat(30_000),
    '- ? '.repeat(1_000),
    'a: '.repeat(20_000),
    ': '.repeat(20_000),
    '- '.repeat(30_000),
    Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n'),
    `a: ${'&a '.repeat(20_000)}`,
    Array.from({ length: 8_000 }, (_, at) => `k${at}: v`).join('\n'),
    `a: ${'x'.repeat(70_000)}`,
  ]
  const took = quickestMs(() => {
    for (const yaml of bombs)
      assert.equal(readFrontMatter(`---\n${yaml}\n---\n`)?.data, undefined, yaml.slice(0, 40))
  }, 2_000)
  assert.ok(took < 2_000, `${took} ms`)
})

test('text that only looks deep is read', () => {
  const yaml =
    'a: what ? is * this [ [ [\nb: "{{{{ ???? ****"\nc: >-\n  - - - - - - - - - - - - x\n' +
    '  ? ? ?\nd: [[a], {b: c}]'
  const data = readFrontMatter(`---\n${yaml}\n---`)?.data
  assert.deepEqual(Object.keys(data ?? {}), ['a', 'b', 'c', 'd'])
  assert.equal(data?.c, '- - - - - - - - - - - - x ? ? ?')
})

test('a key cannot change what other objects are', () => {
  const data = readFrontMatter('---\n__proto__: {hidden: true}\ntitle: x\n---')?.data
  assert.ok(data !== undefined)
  assert.equal(Object.getPrototypeOf(data), Object.prototype)
  assert.deepEqual(pageAttributesOf(data), { title: 'x' })
})

test('the attributes of a page are those with a right type', () => {
  const yaml = [
    'title: T',
    'description: D',
    'hidden: true',
    'icon: rocket',
    'emoji: 1f600',
    'noIndex: false',
    'noRobotsIndex: true',
    'slug: s',
    'cover: ../a.png',
    'coverY: -12.5',
    'other: x',
    'layout:',
    '  width: wide',
    '  title: {visible: true}',
    '  description: {visible: no}',
    '  outline: {visible: false}',
    '  cover: {visible: true, size: hero, mask: radial}',
    '  tags: {visible: false}',
    '  metadata: true',
  ].join('\n')
  assert.deepEqual(pageAttributesOf(readFrontMatter(`---\n${yaml}\n---`)?.data ?? {}), {
    title: 'T',
    description: 'D',
    hidden: true,
    icon: 'rocket',
    emoji: '1f600',
    noIndex: false,
    noRobotsIndex: true,
    slug: 's',
    cover: '../a.png',
    coverY: -12.5,
    layout: {
      width: 'wide',
      title: { visible: true },
      description: {},
      outline: { visible: false },
      cover: { visible: true, size: 'hero', mask: 'radial' },
      tags: { visible: false },
    },
  })
  assert.deepEqual(pageAttributesOf({ title: 7, hidden: 'yes', coverY: '1', layout: [], icon: null }), {})
  assert.deepEqual(pageAttributesOf({ layout: { width: 'x', cover: { size: 'x' } } }), {
    layout: { cover: {} },
  })
})
