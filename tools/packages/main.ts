import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { startChecks } from './checks.ts'
import { checkBrowser, checkLeftovers } from './contents.ts'
import { tryOut } from './project.ts'
import { type Packed, root, run, type Staged, stagePackages } from './stage.ts'

/**
 * Packs every package as it will be published, and tries the result in an empty project without our sources.
 * With `--to FOLDER`, packs into that folder and tries nothing; `--build` names the commit.
 */
const { values } = parseArgs({ options: { to: { type: 'string' }, build: { type: 'string' } } })
const folder = await mkdtemp(join(tmpdir(), 'stemma-packages-'))
const { check, figures } = startChecks()
try {
  const staged = await stagePackages(folder, values.build)
  const tarballs = await pack(staged, values.to ? resolve(values.to) : join(folder, 'packed'))
  if (values.to === undefined) {
    for (const tarball of tarballs) await check(`publint ${tarball.name}`, () => lint(tarball))
    for (const { name, folder: at } of staged) await check(`contents of ${name}`, () => checkLeftovers(at))
    await check('the client and documents in browsers', () => checkBrowser(staged))
    await tryOut(join(folder, 'project'), tarballs, check)
  }
  const { tried, failed } = figures()
  console.log(`packages: ${tarballs.length} packed, ${tried} checks, ${failed} failed`)
} finally {
  await rm(folder, { recursive: true })
}
process.exitCode = figures().failed > 0 ? 1 : 0

async function pack(staged: readonly Staged[], to: string): Promise<Packed[]> {
  await mkdir(to, { recursive: true })
  const folders = staged.map((one) => one.folder)
  const npm = ['pack', '--json', '--ignore-scripts', '--pack-destination', to, ...folders]
  await run('npm', npm, { cwd: folder })
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return staged.map(({ name }) => {
    const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
    return { name, tarball: join(to, file) }
  })
}

async function lint({ name, tarball }: Packed) {
  const bytes = await readFile(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true })
  const told = messages.map((message) => formatMessage(message, pkg))
  if (told.length > 0) throw new Error(told.join('\n'))
  if (pkg.name !== name) throw new Error(`${tarball} holds ${String(pkg.name)}.`)
}
