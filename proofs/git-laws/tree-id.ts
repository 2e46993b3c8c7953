import { createHash } from 'node:crypto'

/** The ID that git gives to a tree of these files, computed without git. */
export function treeId(files: ReadonlyMap<string, string>): string {
  const folders = new Map<string, Map<string, string>>()
  const names: { name: string; line: Buffer }[] = []
  for (const [path, text] of files) {
    const at = path.indexOf('/')
    if (at < 0) names.push(entryOf('100644', path, objectId('blob', Buffer.from(text))))
    else {
      const below = folders.get(path.slice(0, at)) ?? new Map<string, string>()
      folders.set(path.slice(0, at), below.set(path.slice(at + 1), text))
    }
  }
  for (const [name, below] of folders) names.push(entryOf('40000', name, treeId(below)))
  const sorted = names.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)))
  return objectId('tree', Buffer.concat(sorted.map(({ line }) => line)))
}

/** Git sorts a folder as if its name ended with a slash. */
function entryOf(mode: string, name: string, id: string) {
  const line = Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])
  return { name: mode === '40000' ? `${name}/` : name, line }
}

function objectId(type: 'blob' | 'tree', bytes: Buffer): string {
  return createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex')
}
