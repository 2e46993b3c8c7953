import { readFile, stat } from 'node:fs/promises'

const dist = new URL('../../packages/console/dist/', import.meta.url)

/** The scripts that the page names, and those that these import at once, in kilobytes as they are sent. */
export async function firstScreenKB(): Promise<number> {
  const page = await readFile(new URL('index.html', dist), 'utf8')
  const found = new Set([...page.matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(([, path = '']) => path))
  for (const path of found) {
    const text = await readFile(new URL(path, dist), 'utf8')
    for (const [, name = ''] of text.matchAll(/(?:^|[;}])import[^"'()]*["']\.\/([^"']+\.js)["']/g))
      found.add(`assets/${name}`)
  }
  const sizes = await Promise.all(
    [...found].map(async (path) => (await stat(new URL(`${path}.br`, dist))).size),
  )
  return Math.ceil(sizes.reduce((sum, size) => sum + size, 0) / 1000)
}
