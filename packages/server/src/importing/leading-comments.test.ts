import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processorMs } from '../test/processor-time.ts'
import { slugFrom } from './archive-source.ts'
import { titleAfterComments } from './leading-comments.ts'

const titled: Readonly<Record<string, string>> = {
  'one comment': '<!-- markdownlint-disable -->\n# Title\n',
  'a comment of several lines': '<!--\n# Not this\n\nCopyright\n-->\r\n\r\n# Title\r\n',
  'several comments': '\uFEFF\n<!-- a --> <!-- b -->\n\n<!-- c -->\n# Title\n',
  'front matter first': '---\nicon: book\n---\n\n<!-- a -->\n\n# Title\n',
  'an underlined heading': '<!-- a -->\n\nTitle\n=====\n',
}

for (const [name, markdown] of Object.entries(titled)) {
  test(`the heading after comments is the title: ${name}`, async () => {
    assert.equal(await titleAfterComments(markdown), 'Title')
  })
}

const untitled: Readonly<Record<string, string>> = {
  'no comment': '# Title\n',
  'text before the heading': '<!-- a -->\n\nText\n\n# Title\n',
  'text on the line of the comment': '<!-- a --> text\n# Title\n',
  'a comment that does not end': '<!-- a\n# Title\n',
  'a second-level heading': '<!-- a -->\n\n## Title\n',
  'nothing but a comment': '<!-- a -->',
}

for (const [name, markdown] of Object.entries(untitled)) {
  test(`a text has no title of this kind: ${name}`, async () => {
    assert.equal(await titleAfterComments(markdown), undefined)
  })
}

test('a text full of comments is read in time', async () => {
  const took = await processorMs(async () => {
    await titleAfterComments(`${'<!-- a -->\n'.repeat(100_000)}# Title\n`)
    await titleAfterComments(`<!-- a -->${' '.repeat(1_000_000)}x`)
  })
  assert.ok(took < 1_000, `${took} ms`)
})

test('a slug is the name of the file, and for the first page of a folder the name of the folder', () => {
  assert.equal(slugFrom('docs/Getting_Started.md', 'docs/'), 'Getting_Started')
  assert.equal(slugFrom('docs/v1.2/10-late.html', 'docs/'), '10-late')
  assert.equal(slugFrom('docs/v1.2', 'docs/'), 'v1.2')
  assert.equal(slugFrom('docs/guides/README.md', 'docs/'), 'guides')
  assert.equal(slugFrom('docs/README.md', 'docs/'), undefined)
  assert.equal(slugFrom('index.html'), undefined)
})
