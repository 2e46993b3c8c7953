import { execFile } from 'node:child_process'
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const tsc = join(root, 'node_modules/typescript/bin/tsc')
export const run = promisify(execFile)

/** A package ready to pack: JavaScript, declarations if it is imported, and files it reads at run time. */
export interface Staged {
  readonly name: string
  readonly folder: string
}

export interface Packed {
  readonly name: string
  readonly tarball: string
}

/**
 * Prepares the folder to pack for every package. Node runs our sources directly, but not inside of
 * node_modules, so they are compiled to JavaScript in `dist`, which takes the place of `src`.
 */
export async function stagePackages(into: string, build: string | undefined): Promise<Staged[]> {
  const compiled = join(into, 'compiled')
  const all = (await found('packages/*/package.json', root)).map((path) => dirname(path).slice(9)).sort()
  const bundled = (await found('packages/*/vite.config.ts', root)).map((path) => dirname(path).slice(9))
  const names = all.filter((name) => !bundled.includes(name))
  const manifests = await Promise.all(names.map((name) => manifestOf(name)))
  const imported = names.filter((_, index) => manifests[index]?.exports !== undefined)
  await compile(names, compiled, { sourceMap: false })
  await compile(imported, compiled, { declaration: true, emitDeclarationOnly: true })
  const staged: Staged[] = []
  for (const [index, name] of names.entries()) {
    const [manifest, folder] = [manifests[index] as Manifest, join(into, name)]
    await mkdir(folder, { recursive: true })
    await rename(join(compiled, name, 'src'), join(folder, 'dist'))
    await copyBeside(name, folder, manifest)
    await renameModules(join(folder, 'dist'))
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(toPacked(manifest, build), null, 2)}\n`)
    staged.push({ name: manifest.name, folder })
  }
  await rm(compiled, { recursive: true })
  return [...staged, ...(await Promise.all(bundled.map((name) => bundle(name, into, build))))]
}

/** A package that is built files, which hold everything that they need. */
async function bundle(name: string, into: string, build: string | undefined): Promise<Staged> {
  const [manifest, folder] = [await manifestOf(name), join(into, name)]
  const { private: _, devDependencies, ...kept } = manifest
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const outDir = join(folder, 'dist')
  const options = ['--outDir', outDir, '--emptyOutDir', '--logLevel', 'error']
  await run(process.execPath, [vite, 'build', join(root, 'packages', name), ...options])
  for (const file of ['LICENSE', 'README.md']) {
    const from = file === 'LICENSE' ? root : join(root, 'packages', name)
    await cp(join(from, file), join(folder, file))
  }
  const packed = { ...kept, ...(build && { build }) }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(packed, null, 2)}\n`)
  return { name: manifest.name, folder }
}

/** Without type checking, which `npm run check` does. */
async function compile(names: readonly string[], outDir: string, how: object) {
  const options = {
    noEmit: false,
    noCheck: true,
    rootDir: join(root, 'packages'),
    outDir,
    rewriteRelativeImportExtensions: true,
    typeRoots: [join(root, 'node_modules/@types')],
    ...how,
  }
  const folders = names.map((name) => join(root, 'packages', name, 'src'))
  const exclude = folders.flatMap((folder) =>
    ['*.test.ts', '*.suite.ts', 'test'].map((out) => `${folder}/**/${out}`),
  )
  const project = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: options,
    include: folders,
    exclude,
  }
  const file = `${outDir}.json`
  await writeFile(file, JSON.stringify(project))
  await run(process.execPath, [tsc, '-p', file])
  await rm(file)
}

/** Copies the licence, the entries of `files` besides the code, and non-code files among the sources. */
async function copyBeside(name: string, folder: string, { files }: Manifest) {
  const from = join(root, 'packages', name)
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  for (const file of ['README.md', ...files.filter((one) => one !== 'dist')])
    await cp(join(from, file), join(folder, file), { recursive: true })
  for (const path of await found('src/**/*.{css,typ}', from))
    await cp(join(from, path), join(folder, 'dist', path.slice('src/'.length)))
}

/** The compiler rewrites imports; this rewrites the paths of threads and processes, and declarations. */
async function renameModules(folder: string) {
  for (const path of await found('**/*.{js,d.ts}', folder)) {
    const file = join(folder, path)
    const text = await readFile(file, 'utf8')
    const renamed = path.endsWith('.js')
      ? text.replaceAll(/(new URL\('\.[^']*)\.ts(', import\.meta\.url\))/g, '$1.js$2')
      : text.replaceAll(/((?:from |import\()["']\.[^"']*)\.ts(["'])/g, '$1.js$2')
    if (renamed !== text) await writeFile(file, renamed)
  }
}

/** Points the paths of a manifest to the built files instead of the sources. */
function toPacked(manifest: Manifest, build?: string) {
  const { private: _, devDependencies, exports, imports, bin, ...kept } = manifest
  const whole = kept.files.filter((file) => file.endsWith('.json')).map((file) => [`./${file}`, `./${file}`])
  const byPath = typeof exports === 'string' ? { '.': exports } : (exports ?? {})
  const built = mapValues(byPath, (file) => ({ types: toTypes(file), default: toBuilt(file) }))
  return {
    ...kept,
    ...(build && { build }),
    ...(exports && {
      sideEffects: false,
      types: built['.']?.types,
      exports: { ...built, ...Object.fromEntries(whole) },
    }),
    ...(imports && { imports: mapValues(imports, (files) => mapValues(files, toBuilt)) }),
    ...(bin && { bin: mapValues(bin, toBuilt) }),
  }
}

const toBuilt = (file: string) => file.replace(/^\.\/src\/(.*)\.ts$/, './dist/$1.js')
const toTypes = (file: string) => toBuilt(file).replace(/\.js$/, '.d.ts')

function mapValues<T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}

interface Manifest {
  readonly name: string
  readonly private: true
  readonly files: readonly string[]
  readonly exports?: string | Readonly<Record<string, string>>
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly bin?: Readonly<Record<string, string>>
  readonly devDependencies?: object
}

async function manifestOf(name: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(root, 'packages', name, 'package.json'), 'utf8'))
}

export async function found(pattern: string, cwd: string): Promise<string[]> {
  const paths: string[] = []
  for await (const path of glob(pattern, { cwd })) paths.push(path)
  return paths
}
