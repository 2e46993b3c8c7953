import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { TreeChanges, TreeEntry } from '@stemma/content'
import { objectId } from './commit.ts'
import { importer } from './importer.ts'
import { printedBy } from './printed.ts'
import type { StartGit } from './process.ts'
import { readFiles, type TreeSource } from './tree-files.ts'

/** fast-import keeps the entries of a folder in a list: it takes a minute for 100,000 of them. */
const entriesMax = 10_000

/** The outermost folders with more entries than fast-import writes in good time. */
export function wideFolders(entries: readonly TreeEntry[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { path } of entries) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const wide = [...counts].filter(([, count]) => count > entriesMax).map(([folder]) => folder)
  return wide.filter((folder) => !wide.some((other) => other !== folder && isIn(folder, other)))
}

export function isIn(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

/** Writes folders by an index, which sorts their entries once. Returns their trees. */
export async function writeFolders(
  start: StartGit,
  repository: string,
  { source, folders, tree }: Wide,
): Promise<ReadonlyMap<string, string>> {
  const written = tree.written.filter(({ path }) => folders.some((folder) => isIn(path, folder)))
  const ids = await writeBlobs(start, repository, source, { ...tree, written })
  const trees = new Map<string, string>()
  for (const folder of folders) {
    const index = join(repository, `index-${randomUUID()}`)
    const lines = [...ids].flatMap(([path, oid]) => {
      if (!isIn(path, folder)) return []
      return [`100644 ${oid}\t${folder === '' ? path : path.slice(folder.length + 1)}\0`]
    })
    const environment = { GIT_INDEX_FILE: index }
    try {
      const input = lines.join('')
      await printedBy(start, repository, ['update-index', '-z', '--index-info'], { input, environment })
      const tree = await printedBy(start, repository, ['write-tree', '--missing-ok'], { environment })
      trees.set(folder, tree.toString().trim())
    } finally {
      await rm(index, { force: true })
    }
  }
  return trees
}

export interface Wide {
  readonly source: TreeSource
  readonly folders: readonly string[]
  readonly tree: Pick<TreeChanges, 'written' | 'shownText'>
}

async function writeBlobs(start: StartGit, repository: string, source: TreeSource, tree: Wide['tree']) {
  const ids = new Map<string, string>()
  const git = await start(repository, ['fast-import', '--quiet', '--done'])
  try {
    const session = importer(git)
    for await (const file of readFiles(source, tree)) {
      await session.write('blob\nmark :1\n')
      if ('bytes' in file) await session.data(file.bytes)
      else await session.stream(file.stream, file.size)
      ids.set(file.path, 'bytes' in file ? objectId('blob', file.bytes) : await session.idOf(':1'))
    }
    await session.finish()
    return ids
  } finally {
    git.kill()
  }
}
