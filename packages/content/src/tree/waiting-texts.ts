import { type Owner, reusableOwner } from '../links/link-entries.ts'
import { pathLinks } from '../links/read-links.ts'
import { nameOf, pathFrom } from './names.ts'
import type { TextEntry } from './tree.ts'
import type { Editing, WrittenFile } from './tree-edit.ts'

/**
 * The texts that do not differ, but link to a file or a reusable content that comes with the edit. Whoever
 * pushes a text first and its picture later gets a page with the picture.
 */
export async function waitingTexts(editing: Editing): Promise<ReadonlyMap<string, WrittenFile>> {
  const { store, content, base, edit, held, arrivals } = editing
  const waiting = new Map<string, WrittenFile>()
  if (arrivals.size === 0) return waiting
  const texts = new Map<Owner, TextEntry>()
  for (const entry of base.entries)
    if ('document' in entry) texts.set(entry.kind === 'page' ? entry.id : reusableOwner(entry.id), entry)
  const places = new Map([...held.values()].map(({ before, path }) => [before, path]))
  for await (const { owner, destination } of pathLinks(store, content, [...arrivals.keys()].map(nameOf))) {
    const entry = texts.get(owner)
    const path = entry && places.get(entry.path)
    if (entry === undefined || path === undefined || edit.written.has(path)) continue
    if (waiting.has(path) || !arrivals.has(pathFrom(path, destination) ?? '')) continue
    const [stored = new Uint8Array()] = await store.get([entry.document])
    waiting.set(path, { bytes: await base.shownText(entry, stored) })
  }
  return waiting
}
