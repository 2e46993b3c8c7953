import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root, run } from '../../../tools/packages/stage.ts'
import { type Files, peerVersions, starlightFiles, vitepressFiles } from './peer-files.ts'

const folder = join(root, 'node_modules/.cache/stemma-bench-sites')

/** Sites that other generators built from the same pages. */
export interface Peers {
  /** Folders of files to serve. */
  readonly starlight: string
  readonly vitepress: string
  /** A program that draws Starlight's pages on request. */
  readonly astroServer: string
}

/** Installs and builds the peers, unless an earlier run did; `undefined` if they can't be installed. */
export async function buildPeers(): Promise<Peers | undefined> {
  try {
    await install()
  } catch (error) {
    console.log(`Starlight and VitePress can't be installed, so only Stemma is measured: ${error}`)
    return undefined
  }
  const astro = 'node_modules/astro/bin/astro.mjs'
  const vitepress = 'node_modules/vitepress/bin/vitepress.js'
  await build('starlight', starlightFiles({ isOnRequest: false }), [astro, 'build'])
  await build('starlight-server', starlightFiles({ isOnRequest: true }), [astro, 'build'])
  await build('vitepress', vitepressFiles(), [vitepress, 'build'])
  return {
    starlight: join(folder, 'starlight/dist'),
    vitepress: join(folder, 'vitepress/.vitepress/dist'),
    astroServer: join(folder, 'starlight-server/dist/server/entry.mjs'),
  }
}

async function install() {
  const wanted = JSON.stringify({ private: true, dependencies: peerVersions })
  const stamp = join(folder, 'installed')
  if ((await textIn(stamp)) === wanted) return
  console.log(`Installing Starlight and VitePress into ${folder}, which takes a minute.`)
  await rm(folder, { recursive: true, force: true })
  await writeAll(folder, { 'package.json': wanted })
  // Nothing is compiled: what needs a binary finds it in a package of its own.
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  await writeFile(stamp, wanted)
}

/** Writes a project and builds it, unless the same files were built before. */
async function build(name: string, files: Files, [program = '', ...args]: readonly string[]) {
  const [project, stamp] = [join(folder, name), join(folder, `${name}.built`)]
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex')
  if ((await textIn(stamp)) === hash) return
  console.log(`Building ${name}.`)
  await rm(project, { recursive: true, force: true })
  await writeAll(project, files)
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' }
  await run(process.execPath, [join(folder, program), ...args], { cwd: project, env, maxBuffer }).catch(
    ({ stderr }) => {
      throw new Error(`${name} can't be built: ${String(stderr).slice(0, 2000)}`)
    },
  )
  await writeFile(stamp, hash)
}

const maxBuffer = 64 * 1024 * 1024

async function writeAll(into: string, files: Files) {
  for (const [name, text] of Object.entries(files)) {
    const path = join(into, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

function textIn(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}
