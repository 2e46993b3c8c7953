import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importSources } from '@stemma/contract'
import { sourceNamed, sources, toRunSource } from './sources.ts'

test('every source that the contract takes can be chosen, and no other', () => {
  const offered = new Set(sources.flatMap(({ kinds }) => kinds.map(({ source }) => source)))
  assert.deepEqual([...offered].toSorted(), importSources.toSorted())
})

test('a website, an address and files are asked for as the contract names them', () => {
  const given = { keys: ['key'], url: 'https://example.com/' }
  const from = (name: string) => {
    const source = sourceNamed(name)
    return toRunSource(source, { ...given, kind: source.kinds[0].source })
  }
  assert.deepEqual(from('website'), { type: 'website', url: given.url })
  assert.deepEqual(from('google-docs'), { type: 'url', url: given.url, source: 'google-docs' })
  assert.deepEqual(from('notion'), { type: 'file', files: ['key'], source: 'notion' })
  // The server recognizes a file by itself.
  assert.deepEqual(from('files'), { type: 'file', files: ['key'] })
})
