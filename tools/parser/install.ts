import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, glob, mkdir, mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Installs what `@stemma/content` needs on a machine of the kind `wasm32`, from the lockfile, and returns the
 * folder. npm installs packages for one kind of processor only, so they can't be beside the others.
 */
export async function installParser(): Promise<string> {
  const lockfile = await readFile(join(root, 'package-lock.json'))
  const version = createHash('sha256').update(lockfile).digest('hex').slice(0, 16)
  const cache = join(root, 'node_modules/.cache')
  const installed = join(cache, `parser-${version}`)
  if (await exists(installed)) return installed
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'parser-'))
  try {
    for await (const file of glob('{package,package-lock,packages/*/package}.json', { cwd: root })) {
      await mkdir(join(folder, dirname(file)), { recursive: true })
      await cp(join(root, file), join(folder, file))
    }
    const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    const npm = ['ci', '--cpu=wasm32', '--omit=dev', '--workspace=packages/content', ...quietly]
    await promisify(execFile)('npm', npm, { cwd: folder })
    await rename(folder, installed).catch(() => undefined)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  if (!(await exists(installed))) throw new Error(`npm did not install the parser into ${installed}.`)
  return installed
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}
