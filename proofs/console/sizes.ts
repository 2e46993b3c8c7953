import { readdir, readFile, stat } from 'node:fs/promises'

const dist = new URL('../../packages/console/dist/', import.meta.url)

/** The scripts that the page names, and those that these import at once, in kilobytes as they are sent. */
export async function firstScreenKB(): Promise<number> {
  return kilobytesOf(await firstScripts())
}

/** What the editor adds to that. Its worker and the parser come after the text is shown. */
export async function editorKB(): Promise<number> {
  return kilobytesOf(without(await scriptsOf('page-editor'), await firstScripts()))
}

/** What the source view adds to the editor. */
export async function sourceKB(): Promise<number> {
  const known = new Set([...(await firstScripts()), ...(await scriptsOf('page-editor'))])
  return kilobytesOf(without(await scriptsOf('source'), known))
}

function without(all: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...all].filter((path) => !known.has(path)))
}

/** A part that is loaded when it is needed, and everything that it imports. */
async function scriptsOf(part: string): Promise<Set<string>> {
  const names = await readdir(new URL('assets/', dist))
  const entries = names.filter((name) => name.endsWith('.js') && name.replace(/-.{8}\.js$/, '') === part)
  if (entries.length !== 1) throw new Error(`The build has ${entries.length} scripts named ${part}.`)
  return withImports(entries.map((name) => `assets/${name}`))
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
