import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkLinks } from './links.ts'
import { anchorsIn, blocksIn, linksIn, sectionOf } from './markdown.ts'
import { changesMachine, runSamples } from './samples.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))

test('a block has its language, its place and the reason why it is not run', () => {
  const text = 'Text\n\n<!-- not run: takes long -->\n```sh\nsleep 9\n```\n'
  const [first, ...rest] = blocksIn('a.md', text)
  assert.deepEqual(first, { file: 'a.md', line: 5, language: 'sh', text: 'sleep 9', notRun: 'takes long' })
  assert.deepEqual(rest, [])
  const indented = '1. First:\n\n   ```ts\n   let a = 1\n   ```\n'
  const [block] = blocksIn('a.md', indented)
  assert.deepEqual(block, { file: 'a.md', line: 4, language: 'ts', text: 'let a = 1', notRun: undefined })
  const [reference] = blocksIn('a.md', '<!-- none run: forms -->\n\nText\n\n```sh\ntrue\n```\n')
  assert.equal(reference?.notRun, 'forms')
  assert.throws(() => blocksIn('a.md', '```sh\ntrue\n'), /a\.md: the block before line 2 does not end/)
})

test('links in code, and addresses of elsewhere, are no links to check', () => {
  const text = '[a](b.md) `[c](d.md)` [e](https://example.com)\n```text\n[f](g.md)\n```\n<img src="h.svg">\n'
  assert.deepEqual(
    linksIn('a.md', text).map(({ target, line }) => [target, line]),
    [
      ['b.md', 1],
      ['h.svg', 5],
    ],
  )
})

test('headings have the anchors that readers link to', () => {
  const text = '# The `hash`, and more\n\n## A\n\n```sh\n# no heading\n```\n\n## A\n\n## insufficient_scope\n'
  assert.deepEqual([...anchorsIn(text)], ['the-hash-and-more', 'a', 'a-1', 'insufficient_scope'])
})

test('a section ends with the next heading, and not in a sample', () => {
  const text = '# T\n\n## One\n\n```sh\n## no heading\n```\n\n## Two\n'
  assert.equal(sectionOf(text, 'One').includes('no heading'), true)
  assert.equal(sectionOf(text, 'One').includes('Two'), false)
  assert.throws(() => sectionOf(text, 'Three'), /There is no section "Three"/)
})

test('a link to a file or a heading that is not there is broken', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-links-'))
  t.after(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'b.md'), '')
  const texts = new Map([
    ['a.md', '# A\n[1](b.md) [2](#a) [3](b.md#there) [4](c.md) [5](b.md#gone) [6](../a.md)\n'],
    ['b.md', '# There\n'],
  ])
  for (const [file, text] of texts) await writeFile(join(folder, file), text)
  const { checked, broken } = await checkLinks(folder, texts)
  assert.equal(checked, 6)
  assert.deepEqual(broken, [
    'a.md:2 links to c.md: there is no c.md',
    'a.md:2 links to b.md#gone: b.md has no heading for #gone',
    'a.md:2 links to ../a.md: there is no ../a.md',
  ])
})

test('a sample that would change the machine is known before it is run', () => {
  const sample = (text: string) => ({ file: 'a.md', line: 1, language: 'sh', text, notRun: undefined })
  for (const text of ['sudo true', 'true && apt-get install x', 'rm -rf /tmp/x']) {
    assert.equal(changesMachine(sample(text)), true, text)
  }
  assert.equal(changesMachine(sample('curl http://127.0.0.1')), false)
})

test('samples of a file share one shell, and the first that fails is told with its place', async () => {
  const sample = (line: number, text: string, language = 'sh') => {
    return { file: 'a.md', line, language, text, notRun: undefined }
  }
  const { PATH } = process.env
  const fine = [
    sample(1, 'export WORD=hello'),
    sample(2, 'const word: string | undefined = process.env.WORD\nconsole.log(word)', 'ts'),
  ]
  const { done, fault, said } = await runSamples(checkout, fine, { PATH })
  assert.deepEqual([done, fault, said], [2, undefined, 'hello\n'])

  const failing = await runSamples(checkout, [...fine, sample(3, 'false | cat'), sample(4, 'true')], { PATH })
  assert.equal(failing.done, 2)
  assert.match(failing.fault ?? '', /^a\.md:3 failed \(1\), and 1 after it were not tried/)

  const wrong = await runSamples(checkout, [sample(5, 'const n: number = "text"', 'ts')], { PATH })
  assert.equal(wrong.done, 0)
  assert.match(wrong.fault ?? '', /is not assignable to type 'number'/)
})
