import { readdir, readFile, stat } from 'node:fs/promises'

const dist = new URL('../../packages/console/dist/', import.meta.url)

/** The scripts that the page names, and those that these import at once, in kilobytes as they are sent. */
export async function firstScreenKB(): Promise<number> {
  return kilobytesOf(await firstScripts())
}

/** What the editor adds to that. Its worker and the parser come after the text is shown. */
export async function editorKB(): Promise<number> {
  const [first, names] = [await firstScripts(), await readdir(new URL('assets/', dist))]
  const entries = names.filter((name) => /^page-editor-.*\.js$/.test(name))
  const all = await withImports(entries.map((name) => `assets/${name}`))
  return kilobytesOf(new Set([...all].filter((path) => !first.has(path))))
}

async function firstScripts(): Promise<Set<string>> {
  const page = await readFile(new URL('index.html', dist), 'utf8')
  return withImports([...page.matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path))
}

async function withImports(paths: readonly string[]): Promise<Set<string>> {
  const found = new Set(paths)
  for (const path of found) {
    const text = await readFile(new URL(path, dist), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:^|[;}])import[^"'()]*["']\.\/([^"']+\.js)["']/g))
      found.add(`assets/${name}`)
  }
  return found
}

async function kilobytesOf(paths: ReadonlySet<string>): Promise<number> {
  const sizes = await Promise.all(
    [...paths].map(async (path) => (await stat(new URL(`${path}.br`, dist))).size),
  )
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1000)
}
