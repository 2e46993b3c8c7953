import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path/posix'
import type { House, Package } from './imports.ts'
import { sourceOf } from './source.ts'

export async function readHouse(folder: string): Promise<House> {
  const { devDependencies = {}, scripts = {} } = await manifestAt(join(folder, 'package.json'))
  const packages = await filesIn(folder, 'packages/*/package.json')
  const sheets = await filesIn(folder, 'packages/{*/src/**,theme/files/**}/*.css')
  const sources = await filesIn(folder, '{packages/*/src,proofs,tools}/**/*.{ts,tsx}')
  return {
    packages: await Promise.all(packages.map((path) => packageAt(folder, path))),
    sources: await Promise.all(
      sources.map(async (path) => sourceOf(path, await readFile(join(folder, path), 'utf8'))),
    ),
    sheets: await Promise.all(
      sheets.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })),
    ),
    devDependencies: Object.keys(devDependencies),
    scripts: Object.values(scripts).flatMap(
      (script) => script.match(/\b(?:proofs|tools)\/[\w-]+\/[\w-]+\.ts\b/g) ?? [],
    ),
  }
}

async function packageAt(folder: string, path: string): Promise<Package> {
  const manifest = await manifestAt(join(folder, path))
  const { name = '', dependencies = {}, devDependencies = {}, exports = {}, bin = {} } = manifest
  const byPath = typeof exports === 'string' ? { '.': exports } : exports
  const imports = Object.values(manifest.imports ?? {}).flatMap((files) => Object.values(files))
  const within = (file: string) => join(dirname(path), file)
  const isBundled = './dist/*' in byPath
  return {
    name,
    folder: dirname(path),
    dependencies: Object.keys(dependencies),
    devDependencies: Object.keys(devDependencies),
    isBundled,
    exports: new Map(Object.entries(byPath).map(([at, file]) => [join(name, at), within(file)])),
    imports: Object.keys(manifest.imports ?? {}),
    entries: isBundled
      ? [within('src/main.tsx')]
      : [Object.values(byPath), imports, Object.values(bin)].flat().map(within),
  }
}

interface Manifest {
  readonly name?: string
  readonly exports?: string | Readonly<Record<string, string>>
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: object
  readonly devDependencies?: object
}

async function manifestAt(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(path, 'utf8'))
}

async function filesIn(folder: string, pattern: string): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob(pattern, { cwd: folder })) found.push(path)
  return found.sort()
}
