import assert from 'node:assert/strict'
import { chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEmptyDatabase } from '../../packages/server/src/test/database.ts'
import { freePort } from '../../tools/dev/port.ts'
import { startChecks } from '../../tools/packages/checks.ts'
import { found, root, run } from '../../tools/packages/stage.ts'
import { type Buildah, buildahIn, makeBase, requirePrograms } from './base.ts'
import { type Container, type Image, type ImageConfig, runContainer, startContainer } from './container.ts'
import { walkThrough } from './walk.ts'

/**
 * Builds the image of deploy/Dockerfile without a container engine or a registry, and runs it as
 * deploy/compose.yaml does. Needs Debian and root. Takes minutes, so it runs before a release.
 */
const { check, figures } = startChecks()
await requirePrograms()
const folder = await mkdtemp(join(tmpdir(), 'stemma-image-'))
const buildah = buildahIn(folder)
let megabytes = 0
try {
  const image = await build(buildah)
  megabytes = await sizeOf(buildah)
  const database = await createEmptyDatabase()
  try {
    await tryOut(image, database.url)
  } finally {
    await database.drop()
  }
} finally {
  await buildah('umount', '--all').catch(() => {})
  await rm(folder, { recursive: true, force: true })
}
const { tried, failed } = figures()
console.log(`image: ${megabytes} MB, ${tried} checks, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function build(buildah: Buildah): Promise<Image> {
  const dockerfile = await readFile(join(root, 'deploy/Dockerfile'), 'utf8')
  const [, base = ''] = /^FROM (\S+)$/m.exec(dockerfile) ?? []
  console.log(`image: making ${base}`)
  await makeBase(buildah, base)
  console.log('image: building')
  const { stdout: commit } = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: root })
  const from = ['--pull-never', '--format', 'docker', '--file', join(root, 'deploy/Dockerfile')]
  await buildah('build', ...from, '--build-arg', `BUILD=${commit.trim()}`, '--tag', 'localhost/stemma', root)
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/stemma'))
  const container = await buildah('from', '--pull-never', 'localhost/stemma')
  const volume = join(folder, 'volume')
  await mkdir(volume)
  const config = Docker.config as ImageConfig
  await chown(volume, ...(config.User.split(':').map(Number) as [number, number]))
  return { config, root: await buildah('mount', container), volume, folder }
}

async function sizeOf(buildah: Buildah): Promise<number> {
  const [{ size }] = JSON.parse(await buildah('images', '--json', 'localhost/stemma'))
  return Math.round(Number.parseFloat(size) * (/GB$/.test(size) ? 1000 : 1))
}

async function tryOut(image: Image, url: string) {
  const { config } = image
  const port = await freePort()
  const settings = { DATABASE_URL: url, STEMMA_PORT: String(port), STEMMA_JOBS: 'off' }
  const command = (...args: string[]) => runContainer(image, [...config.Entrypoint, ...args], settings)
  await check('it holds nothing but what runs', () => checkContents(image))
  await check('it is not root, and writes to its volume alone', () => checkConfinement(image))
  await check('--version', async () => {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    assert.match((await command('--version')).output, new RegExp(`^${version}`))
  })
  await check('migrate, twice', async () => {
    assert.match((await command('migrate')).output, /0001/)
    assert.match((await command('migrate')).output, /up to date/)
  })
  let token = ''
  await check('init', async () => {
    const { code, output } = await command(
      'init',
      '--email',
      'ada@example.com',
      '--organization',
      'Docs',
      '--json',
    )
    assert.equal(code, 0, output)
    token = JSON.parse(output).token.secret
  })
  const server = await startContainer(image, [...config.Entrypoint, ...config.Cmd], settings)
  const worker = await startContainer(image, [...config.Entrypoint, 'work'], settings)
  try {
    await check('its health check says when it is up, and that it is not before', () =>
      checkHealth(image, server),
    )
    await walkThrough(`http://127.0.0.1:${port}`, token, check)
  } finally {
    await check('serve and work end by the signal of the image', () => checkEnd([server, worker]))
  }
}

async function checkContents({ root: at }: Image) {
  const modules = join(at, 'app/node_modules')
  const installed = await readdir(modules)
  for (const name of ['typescript', 'knip', 'fast-check', '@biomejs', '@gitbook'])
    assert.ok(!installed.includes(name), `${name} is only for development`)
  const sources = await found('@stemma/*/src', modules)
  assert.deepEqual(sources, [])
  assert.deepEqual(await readdir(join(at, 'app')), ['node_modules'])
  const { dependencies } = JSON.parse(await readFile(join(modules, '@stemma/server/package.json'), 'utf8'))
  const missing: string[] = []
  for (const name of Object.keys(dependencies))
    await readFile(join(modules, name, 'package.json')).catch(() => missing.push(name))
  assert.deepEqual(missing, [])
}

async function checkConfinement(image: Image) {
  const program = `
    const fs = require('node:fs')
    const paths = ['/app/x', '/etc/x', '/var/lib/stemma/x']
    const outcomes = paths.map((path) => {
      try { fs.writeFileSync(path, ''); return 'yes' } catch (error) { return error.code }
    })
    console.log([process.getuid(), ...outcomes].join())`
  const { output } = await runContainer(image, ['node', '-e', program], {})
  assert.equal(output.trim(), '1000,EROFS,EROFS,yes')
}

async function checkHealth({ config }: Image, server: Container) {
  const [, ...test] = config.Healthcheck?.Test ?? assert.fail('The image has no health check.')
  assert.notEqual(await server.execute(test), 0)
  for (let attempt = 0; (await server.execute(test)) !== 0; attempt++) {
    assert.ok(attempt < 100 && server.child.exitCode === null, server.output())
    await sleep(300)
  }
}

async function checkEnd(containers: readonly Container[]) {
  const late = AbortSignal.timeout(40_000)
  late.addEventListener('abort', () => containers.map(({ child }) => child.kill('SIGKILL')))
  for (const container of containers) assert.equal(await container.stop(), 0, container.output().slice(-1000))
}
