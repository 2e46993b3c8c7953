import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderLlmsFull, renderLlmsPage } from './llms.ts'

const page = (title: string) => ({
  title,
  url: `https://docs.example/${title}`,
  markdownUrl: `https://docs.example/${title}.md`,
  updatedAt: '2026-11-16T00:00:00.000Z',
})

test('texts that are left out because of their size are listed', () => {
  const text = renderLlmsFull([renderLlmsPage(page('a'), '# a\n')], [page('b')])
  assert.equal(
    text,
    'Source: https://docs.example/a\n\n# a\n\n---\n\n## More pages\n\n- [b](https://docs.example/b.md)\n',
  )
})
