import { dirname, join } from 'node:path/posix'
import type { Sheet } from './markup.ts'
import { isTest, type Source } from './source.ts'

/** A package of this repository, with facts from its manifest. */
export interface Package {
  readonly name: string
  readonly folder: string
  readonly dependencies: readonly string[]
  readonly devDependencies: readonly string[]
  /** It is used as built files, which hold everything that it imports. */
  readonly isBundled: boolean
  /** What importers of the package write, with the module that they get. */
  readonly exports: ReadonlyMap<string, string>
  /** Names within the package for modules that differ by platform, such as `#hash`. */
  readonly imports: readonly string[]
  /** All modules that its manifest names. */
  readonly entries: readonly string[]
}

/** Everything that the rules check. */
export interface House {
  readonly sources: readonly Source[]
  readonly sheets: readonly Sheet[]
  readonly packages: readonly Package[]
  /** Of the root package: for tests and tools only. */
  readonly devDependencies: readonly string[]
  /** Files that scripts of the root package run. */
  readonly scripts: readonly string[]
}

/** Which of our packages a package may import. A package that is not listed may import none. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  '@stemma/contract': [],
  '@stemma/command-line': [],
  '@stemma/content': [],
  '@stemma/client': ['@stemma/contract'],
  '@stemma/editing': ['@stemma/content'],
  '@stemma/cli': ['@stemma/client', '@stemma/command-line', '@stemma/content', '@stemma/contract'],
  '@stemma/theme': [],
  '@stemma/console': [
    '@stemma/client',
    '@stemma/content',
    '@stemma/contract',
    '@stemma/editing',
    '@stemma/theme',
  ],
  '@stemma/site': ['@stemma/contract', '@stemma/content', '@stemma/theme'],
  '@stemma/server': [
    '@stemma/client',
    '@stemma/command-line',
    '@stemma/console',
    '@stemma/contract',
    '@stemma/content',
    '@stemma/site',
    '@stemma/theme',
  ],
}
/** The only external packages that a package that must stay small may import. */
const outside: Readonly<Record<string, readonly string[]>> = { '@stemma/contract': ['typebox'] }

/** A package may import only what its manifest declares, and only those of our packages in `arrows`. */
export function wrongPackages(source: Source, house: House): string[] {
  const home = house.packages.find(({ folder }) => source.path.startsWith(`${folder}/`))
  const names = house.packages.map(({ name }) => name)
  const exported = house.packages.flatMap((one) => [...one.exports.keys()])
  const bare = source.imports.map(({ target }) => target).filter((target) => /^[^.]/.test(target))
  return bare
    .filter((target) => !target.startsWith('node:') && home?.imports.includes(target) !== true)
    .flatMap((target) => {
      const wanted = packageOf(target)
      if (names.includes(wanted) && !exported.includes(target))
        return `imports inside of ${wanted}: use what it exports`
      if (home === undefined)
        return isToolbox(wanted, house) ? [] : `imports ${wanted}: add it to the root manifest`
      if (!declared(home, source, house).includes(wanted))
        return `imports ${wanted}: add it to the dependencies of ${home.name}, or do without`
      return mayImport(home, wanted, source, names)
        ? []
        : `imports ${wanted}, to which no arrow leads from ${home.name}`
    })
    .map((fault) => `${source.path} ${fault}`)
}

function declared(home: Package, { path }: Source, { devDependencies }: House): readonly string[] {
  return isTest(path) || home.isBundled
    ? [...home.dependencies, ...home.devDependencies, ...devDependencies]
    : home.dependencies
}

function mayImport({ name }: Package, wanted: string, { path }: Source, names: readonly string[]): boolean {
  if (!names.includes(wanted)) return isTest(path) || (outside[name]?.includes(wanted) ?? true)
  return arrows[name]?.includes(wanted) ?? false
}

/** Tools may use all packages and everything that a manifest declares. */
function isToolbox(wanted: string, { packages, devDependencies }: House): boolean {
  return [devDependencies, ...packages.map((one) => [one.name, ...one.dependencies])].flat().includes(wanted)
}

/** A relative import must stay within its package. Tools may import from all packages. */
export function strayPaths(source: Source, { packages }: House): string[] {
  const home = packages.find(({ folder }) => source.path.startsWith(`${folder}/`))
  if (home === undefined) return []
  return localsOf(source)
    .filter(({ path }) => !path.startsWith(`${home.folder}/`))
    .map(({ path }) => `${source.path} imports ${path} by its path: import the package by its name`)
}

/** Files that no export of a package and no script reaches. Test helpers must be reached by a test. */
export function unreachable({ sources, packages, scripts }: House): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const byName = new Map(packages.flatMap((one) => [...one.exports]))
  const next = (source: Source) => [
    ...localsOf(source).map(({ path }) => path),
    ...source.imports.flatMap(({ target }) => byName.get(target) ?? []),
  ]
  const reach = (starts: readonly string[]) => {
    const seen = new Set(starts)
    for (const path of seen) for (const further of next(byPath.get(path) ?? empty)) seen.add(further)
    return seen
  }
  const product = reach([...scripts, ...packages.flatMap(({ entries }) => entries)])
  const tests = reach([
    ...product,
    ...sources.map(({ path }) => path).filter((path) => path.endsWith('.test.ts')),
  ])
  return sources
    .filter(({ path }) => !(isTest(path) || /^(?:proofs|tools)\//.test(path) ? tests : product).has(path))
    .map(({ path }) => `${path} is led to by nothing that runs: use it or delete it`)
}

/** Import cycles, type imports included, each as the path it takes. */
export function circles({ sources }: Pick<House, 'sources'>): string[] {
  const next = new Map(sources.map((source) => [source.path, localsOf(source).map(({ path }) => path)]))
  const seen = new Set<string>()
  const found: string[] = []
  const visit = (path: string, above: readonly string[]) => {
    const start = above.indexOf(path)
    if (start >= 0) found.push([...above.slice(start), path].join(' → '))
    if (seen.has(path)) return
    seen.add(path)
    for (const further of next.get(path) ?? []) visit(further, [...above, path])
  }
  for (const path of next.keys()) visit(path, [])
  const cure = 'move what they share into a file of its own, or pass it as an argument'
  return found.map((circle) => `${circle} is a circle of imports: ${cure}`)
}

const empty: Source = { path: '', text: '', code: '', comments: '', imports: [] }

/** The relative imports, as paths from the root of the repository. */
export function localsOf({ path, imports }: Source) {
  return imports
    .filter(({ target }) => target.startsWith('.'))
    .map(({ target, typeOnly }) => ({ path: join(dirname(path), target), typeOnly }))
}

/** `@scope/name/file` belongs to the package `@scope/name`. */
function packageOf(target: string): string {
  return target
    .split('/')
    .slice(0, target.startsWith('@') ? 2 : 1)
    .join('/')
}
