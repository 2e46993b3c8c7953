import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { found, root, type Staged } from './stage.ts'

/** Packages may not refer to sources, which are not packed, nor contain tests. */
export async function checkLeftovers(folder: string) {
  const wrong: string[] = []
  for (const path of await found('dist/**/*', folder)) {
    if (/\.(test|suite)\.|\/test\//.test(path)) wrong.push(`${path} is only for tests`)
    if (!/\.(js|d\.ts)$/.test(path)) continue
    const text = await readFile(join(folder, path), 'utf8')
    for (const [, target = ''] of text.matchAll(leading)) {
      const file = join(folder, dirname(path), target).replace(
        /\.js$/,
        path.endsWith('.d.ts') ? '.d.ts' : '.js',
      )
      if (!(await stat(file).catch(() => undefined)))
        wrong.push(`${path} leads to ${target}, which is not packed`)
    }
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

/** Matches the paths by which a module imports, starts or reads another file of the package. */
const leading = /(?:\bfrom |\bimport |\bimport\(|\bnew URL\()["'](\.{1,2}\/[^"']*)["']/g

/**
 * Follows every import of the client and of the documents, because browsers have none of Node's modules. What
 * a module imports by `import()` has files of its own for browsers.
 */
export async function checkBrowser(staged: readonly Staged[]) {
  const folders = new Map(staged.map(({ name, folder }) => [name, folder]))
  const entryOf = (name: string) => {
    const own = folders.get(name)
    return own ? join(own, 'dist/index.js') : createRequire(join(root, 'packages/contract/')).resolve(name)
  }
  const content = join(folders.get('@stemma/content') ?? '', 'dist')
  const platform = (target: string) => join(content, 'platform', `${target.slice(1)}.browser.js`)
  const seen = new Set([entryOf('@stemma/client'), join(content, 'documents/index.js')])
  const wrong: string[] = []
  for (const file of seen) {
    const text = await readFile(file, 'utf8')
    for (const [, target = ''] of text.matchAll(importing)) {
      if (target.startsWith('.')) seen.add(join(dirname(file), target))
      else if (target.startsWith('#')) seen.add(platform(target))
      else if (/^node:|^(fs|path|os|crypto|buffer|util)$/.test(target))
        wrong.push(`${file} imports ${target}`)
      else seen.add(entryOf(target))
    }
    const isOurs = [...folders.values()].some((folder) => file.startsWith(folder))
    if (
      isOurs &&
      /\b(process|Buffer|__dirname|require)\b[.(]/.test(text.replaceAll(/\/\*.*?\*\/|'[^'\n]*'/gs, ''))
    )
      wrong.push(`${file} uses what only Node has`)
  }
  if (seen.size < 20) wrong.push(`only ${seen.size} modules were found`)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
}

const importing = /^\s*(?:import|export)\b(?!\s+(?:const|function|class|type)\b)[^'";]*['"]([^'"]+)['"]/gm
