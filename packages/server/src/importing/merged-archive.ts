import { type Archive, archiveBounds, openArchive } from './archive.ts'

const partsMax = 20

/** Large exports are split into ZIP files inside a ZIP file. If it contains nothing else, merges them. */
export async function mergedArchive(outer: Archive): Promise<Archive> {
  const { paths } = outer
  const isOfParts =
    paths.length > 0 && paths.length <= partsMax && paths.every((path) => path.endsWith('.zip'))
  if (!isOfParts) return outer
  const owners = new Map<string, Archive>()
  let bytesLeft = archiveBounds.bytesMax
  for (const path of paths) {
    const part = await openArchive(await outer.read(path), { ...archiveBounds, bytesMax: bytesLeft })
    for (const inner of part.paths) {
      bytesLeft -= part.sizeOf(inner)
      owners.set(inner, part)
    }
  }
  const ownerOf = (path: string) => owners.get(path) ?? outer
  return {
    paths: [...owners.keys()],
    has: (path) => owners.has(path),
    sizeOf: (path) => ownerOf(path).sizeOf(path),
    read: (path) => ownerOf(path).read(path),
  }
}
