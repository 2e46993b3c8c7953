import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

test('every situation in docs/merging.md is a test of that name', async () => {
  const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
  const tests = (
    await Promise.all(
      ['merge/merge-contents', 'documents/merge'].map((name) => read(`packages/content/src/${name}.test.ts`)),
    )
  ).join('\n')
  const rows = [...(await read('docs/merging.md')).matchAll(/^\|.+\|.+\| (?:\(documents\) )?(.+) \|$/gm)]
  const names = rows.map(([, name = '']) => name).filter((name) => name !== 'test')
  assert.ok(names.length >= 18)
  assert.deepEqual(
    names.filter((name) => !tests.includes(`'${name}'`)),
    [],
  )
})
