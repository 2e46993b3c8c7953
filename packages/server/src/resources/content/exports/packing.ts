import { Readable } from 'node:stream'
import { listRecords, type PageTree, pageTree, readVariables } from '@stemma/content'
import { ZipFile } from 'yazl'
import { safeNameOf } from '../../../files/file-name.ts'
import {
  type ListedFile,
  type ListedPage,
  type ListedReusableContent,
  manifestPath,
  manifestVersion,
} from '../../../importing/manifest.ts'
import { addFile, addTexts, entryOptions, type Packed, type PackedText } from './zip-entries.ts'

/**
 * Packs a content as a zip: the manifest, a text for each page at its path, and the files. Texts and files
 * are read lazily, so memory use doesn't grow with the size of the space.
 */
export async function pack(packed: Packed): Promise<Readable> {
  const { store, content, at } = packed
  const pages = listed(await pageTree(store, content))
  const files = await allOf<ListedFile>(packed, 'files', ({ id, name }) => `files/${id}/${safeNameOf(name)}`)
  const reusableContents = await allOf<ListedReusableContent>(packed, 'reusableContents', (one) =>
    'document' in one ? `reusable-contents/${one.id}.md` : undefined,
  )
  const zip = new ZipFile()
  const options = entryOptions(at)
  const variables = await readVariables(store, content)
  const manifest = manifestText(packed, { pages, files, reusableContents, variables })
  zip.addReadStreamLazy(manifestPath, options, (give) => give(null, Readable.from(manifest)))
  const texts = [...pages, ...reusableContents].filter((one) => 'document' in one && one.path !== undefined)
  addTexts(zip, store, texts as readonly PackedText[], options)
  for (const file of files) addFile(zip, packed, { ...file, path: file.path ?? '' }, options)
  zip.end()
  return zip.outputStream as Readable
}

/** Pages in navigation order, with the paths of their texts. Subpages are in a folder next to the page. */
function listed(tree: readonly PageTree[]): readonly ListedPage[] {
  return tree.flatMap(({ id, record, path, pages }) => {
    const own: ListedPage =
      record.type === 'document' ? { id, path: `pages/${path}.md`, ...record } : { id, ...record }
    return [own, ...listed(pages)]
  })
}

async function allOf<T extends ListedFile | ListedReusableContent>(
  { store, content }: Packed,
  map: 'files' | 'reusableContents',
  pathOf: (one: T) => string | undefined,
): Promise<readonly T[]> {
  const all: T[] = []
  for (let after: string | undefined; ; after = all.at(-1)?.id) {
    const { items } = await listRecords(store, content, map, { ...(after && { after }), limit: batchSize })
    for (const one of items as unknown as readonly T[]) {
      const path = pathOf(one)
      all.push(path === undefined ? one : { ...one, path })
    }
    if (items.length < batchSize) return all
  }
}

const batchSize = 500

/** One line per record, so that two exports can be compared with a diff. */
function* manifestText({ revision, hash }: Packed, lists: Lists): Generator<string> {
  const head = { format: 'stemma', version: manifestVersion, revision, hash }
  yield `${JSON.stringify(head).slice(0, -1)},\n`
  for (const name of ['pages', 'files', 'reusableContents'] as const) {
    yield `"${name}": [`
    for (const [index, record] of lists[name].entries()) {
      yield `${index === 0 ? '' : ','}\n${JSON.stringify(record)}`
    }
    yield '\n],\n'
  }
  yield `"variables": ${JSON.stringify(lists.variables)}\n}\n`
}

interface Lists {
  readonly pages: readonly ListedPage[]
  readonly files: readonly ListedFile[]
  readonly reusableContents: readonly ListedReusableContent[]
  readonly variables: Readonly<Record<string, string>>
}
