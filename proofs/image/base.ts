import { chmod, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { run } from '../../tools/packages/stage.ts'

const needed = ['buildah', 'debootstrap', 'runc']
const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** Installs missing programs. Throws with the list of programs if it doesn't run as root. */
export async function requirePrograms() {
  const missing: string[] = []
  for (const name of needed) await run('which', [name]).catch(() => missing.push(name))
  if (process.getuid?.() !== 0)
    throw new Error(
      `Run it as root: a base system is unpacked and containers are started. Needs: ${needed.join(', ')}.`,
    )
  if (missing.length === 0) return
  console.log(`image: installing ${missing.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '--yes', '--no-install-recommends', ...missing], { env, maxBuffer: 1e8 })
  } catch {
    throw new Error(`Install ${missing.join(', ')} first: apt-get could not.`)
  }
}

/** Runs buildah with separate storage, so that images of this machine are neither used nor changed. */
export type Buildah = (...args: string[]) => Promise<string>

export function buildahIn(folder: string): Buildah {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
  return async (...args) =>
    (await run('buildah', [...storage, ...args], { env, maxBuffer: 1e8 })).stdout.trim()
}

/**
 * Builds the base image that the Dockerfile names without a registry: Debian by debootstrap, with the Node
 * from our dependencies and the npm of this machine.
 */
export async function makeBase(buildah: Buildah, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-image-base-'))
  try {
    await chmod(folder, 0o755)
    const [, release = 'stable'] = /-([a-z]+)-slim$/.exec(name) ?? []
    await run('debootstrap', ['--variant=minbase', release, folder], { maxBuffer: 1e8 })
    await addNode(folder)
    await rm(join(folder, 'var/cache/apt'), { recursive: true, force: true })
    await rm(join(folder, 'var/lib/apt/lists'), { recursive: true, force: true })
    const container = await buildah('from', 'scratch')
    await buildah('copy', '--quiet', container, folder, '/')
    await buildah('commit', '--quiet', '--rm', container, `localhost/${name}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function addNode(folder: string) {
  const local = join(folder, 'usr/local')
  await mkdir(join(local, 'etc'), { recursive: true })
  await cp(process.execPath, join(local, 'bin/node'))
  const { npm_execpath: npm } = process.env
  if (npm === undefined) throw new Error('Run it by npm: npm run image')
  await cp(dirname(dirname(npm)), join(local, 'lib/node_modules/npm'), { recursive: true, dereference: true })
  for (const command of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${command}-cli.js`, join(local, 'bin', command))
  // This machine may trust other certificates than Node does, so npm gets the machine's.
  await mkdir(join(folder, dirname(certificates)), { recursive: true })
  await cp(certificates, join(folder, certificates), { dereference: true })
  await writeFile(join(local, 'etc/npmrc'), `cafile=${certificates}\n`)
}
