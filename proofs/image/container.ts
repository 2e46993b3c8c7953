import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../tools/packages/stage.ts'

/** The configuration of the image. */
export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly Volumes: Readonly<Record<string, unknown>>
  readonly StopSignal: string
  readonly Healthcheck?: { readonly Test: readonly string[] }
}

export interface Image {
  readonly config: ImageConfig
  /** The root file system. */
  readonly root: string
  /** The folder that is mounted as the volume. */
  readonly volume: string
  readonly folder: string
}

export interface Container {
  readonly child: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
  /** Runs a command inside the container. */
  readonly execute: (command: readonly string[]) => Promise<number>
  /** Sends the image's stop signal and returns the exit code. */
  readonly stop: () => Promise<number | null>
}

let started = 0

/**
 * Starts a container as deploy/compose.yaml does: the file system is read-only except for the volume and
 * /tmp, there are no capabilities, and the command is process 1. It shares this machine's network, to reach
 * the database.
 */
export async function startContainer(
  image: Image,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Container> {
  const name = `stemma-image-${process.pid}-${++started}`
  const bundle = join(image.folder, name)
  await mkdir(bundle, { recursive: true })
  await writeFile(join(bundle, 'config.json'), JSON.stringify(specOf(image, args, settings)))
  const child = spawn('runc', ['run', '--bundle', bundle, name], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  const ended = once(child, 'close').then(() => child.exitCode)
  return {
    child,
    output: () => said,
    ended,
    execute: (command) =>
      run('runc', ['exec', name, ...command]).then(
        () => 0,
        (error: { code: number }) => error.code,
      ),
    async stop() {
      await run('runc', ['kill', name, image.config.StopSignal]).catch(() => {})
      return ended
    },
  }
}

/** Runs a command until it exits. */
export async function runContainer(
  image: Image,
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
) {
  const { ended, output } = await startContainer(image, args, settings)
  const code = await ended
  return { code, output: output() }
}

function specOf({ config, root, volume }: Image, args: readonly string[], settings: object) {
  const [uid = Number.NaN, gid = Number.NaN] = config.User.split(':').map(Number)
  const env = [...config.Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)]
  return {
    ociVersion: '1.0.2',
    root: { path: root, readonly: true },
    process: {
      user: { uid, gid },
      cwd: config.WorkingDir,
      env,
      args,
      noNewPrivileges: true,
      capabilities: {},
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=1777'] },
      ...Object.keys(config.Volumes).map((destination) => ({
        ...{ destination, type: 'bind', source: volume, options: ['bind', 'rw'] },
      })),
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  }
}
