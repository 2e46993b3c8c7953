import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { insertPages } from '../changes/insert-pages.ts'
import { emptyContent } from '../content.ts'
import { memoryStore } from '../memory-store.ts'
import { editTree } from './edit-tree.ts'
import { layOut } from './layout.ts'

const now = '2026-02-03T04:05:06.000Z'
const size = 8_000

test('other work goes on while a large content is laid out and edited', async () => {
  const store = memoryStore()
  const pages = Array.from({ length: size }, (_, at) => ({
    id: `p${at}`,
    title: `Page number ${at}`,
    markdown: `Text ${at}\n`,
    ...(at >= 50 && { parent: `p${Math.floor(at / 50) - 1}` }),
  }))
  const { objects, content } = await insertPages(store, emptyContent, { pages, files: new Map() }, { now })
  await store.put(objects)
  assert.ok((await turnsDuring(() => layOut(store, content))) >= 4)
  const written = new Map([['new.md', { mode: '100644', bytes: new TextEncoder().encode('New\n') }]])
  const edit = { written, renamed: new Map(), removed: new Set<string>() }
  const options = { now, newId: () => 'new' }
  assert.ok((await turnsDuring(() => editTree(store, content, edit, options))) >= 20)
})

/** How often others were let in. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isDone] = [0, false]
  const watching = (async () => {
    for (; !isDone; turns++) await nextTurn()
  })()
  await work()
  isDone = true
  await watching
  return turns
}
