import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { found, root, run } from '../packages/stage.ts'
import { changedFiles, type Files, inconsistencies } from './changes.ts'
import { imageLabels, provenanceNeeds, publicSource } from './publishing.ts'
import { tagOf, versionProblem } from './version.ts'

/**
 * Makes a release, up to the tag and the tarballs: docs/releasing.md has the steps before and after.
 * `npm run release -- 0.2.0 --dry-run` says what it would do and changes nothing.
 */
const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false } },
  allowPositionals: true,
})
const isDry = values['dry-run']

try {
  await release()
} catch (error) {
  console.error(`release: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function release() {
  const manifest = JSON.parse(await textAt('package.json'))
  const { version: current } = manifest
  const version = positionals[0] ?? current
  const paths = [...(await found('packages/*/package.json', root))].sort()
  const packages = await Promise.all(paths.map(async (path) => JSON.parse(await textAt(path))))
  await requireReleasable(version, { current, packages })

  const date = new Date().toISOString().slice(0, 10)
  const changed = changedFiles(await readFiles(paths), { current, version, date })
  await step(`set version ${version} and date CHANGELOG.md`, Object.keys(changed), async () => {
    for (const [path, text] of Object.entries(changed)) await writeFile(join(root, path), text)
  })
  const message = `release: Bump the version to ${version}`
  await step('commit', [message], async () => {
    await git('commit', '--quiet', '--message', message, '--', ...Object.keys(changed))
  })
  const folder = join('.stemma', 'release', version)
  await step('pack the packages', [folder], async () => {
    const main = join(root, 'tools/packages/main.ts')
    const build = await git('rev-parse', '--short', 'HEAD')
    await run(process.execPath, [main, '--to', join(root, folder), '--build', build])
  })
  // Last, so that a version whose packages can't be packed has no tag.
  await step('tag', [tagOf(version)], async () => {
    await git('tag', '--annotate', tagOf(version), '--message', `Stemma ${version}`)
  })
  await announce(version, { ...manifest, packages, folder })
  console.log(isDry ? 'release: dry run, nothing changed' : `release: ${version} is ready to publish`)
}

interface Current {
  readonly current: string
  readonly packages: Parameters<typeof inconsistencies>[0]
}

/** A dry run prints every problem and continues; a release stops before it changes anything. */
async function requireReleasable(version: string, { current, packages }: Current) {
  const status = await git('status', '--porcelain')
  const tags = (await git('tag', '--list')).split('\n')
  const problems = [
    ...(status === '' ? [] : [`The working tree has changes. Commit or stash them:\n${status}`]),
    ...[versionProblem(version, { current, tags }) ?? []].flat(),
    ...inconsistencies(packages, current),
  ]
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  console.log(`release: check the working tree and the version: ${count}`)
  for (const problem of problems) console.log(`  ${problem}`)
  if (problems.length === 0) return
  if (!isDry) throw new Error('Nothing changed. Solve the problems above first.')
  process.exitCode = 1
}

async function step(title: string, details: readonly string[], work: () => Promise<void>) {
  console.log(`release: ${isDry ? 'would ' : ''}${title}`)
  for (const detail of details) console.log(`  ${detail}`)
  if (!isDry) await work()
}

interface Announced {
  readonly description: string
  readonly license: string
  readonly packages: Parameters<typeof provenanceNeeds>[0]
  readonly folder: string
}

/** Prints the steps that are left to people and to CI. */
async function announce(version: string, { description, license, packages, folder }: Announced) {
  const remote = await git('remote', 'get-url', 'origin').catch(() => '')
  const [source, commit] = [publicSource(remote), await git('rev-parse', 'HEAD')]
  const created = new Date(await git('show', '--no-patch', '--format=%cI', 'HEAD')).toISOString()
  const labels = imageLabels({ version, commit, created, description, license, source })
  console.log(`release: labels of the image${isDry ? ', here with the commit before the release' : ''}`)
  for (const [name, value] of Object.entries(labels))
    console.log(`  --label ${name}=${JSON.stringify(value)}`)
  if (source === undefined)
    console.log('  org.opencontainers.image.source is missing: "origin" is no public remote')
  console.log('release: needed to publish with provenance')
  for (const { need, isMet } of provenanceNeeds(packages, { source, env: process.env }))
    console.log(`  ${isMet ? 'yes' : 'no '}  ${need}`)
  console.log('release: left to do, see docs/releasing.md')
  console.log(
    `  git push --follow-tags\n  npm publish --provenance --access public for each file in ${folder}`,
  )
}

/** Reads every file that contains the version. */
async function readFiles(manifests: readonly string[]): Promise<Files> {
  const deployed = (await found('deploy/kubernetes/**/*.yaml', root)).sort()
  const others = ['packages/contract/openapi.json', 'docs/deployment.md']
  const paths = ['CHANGELOG.md', 'package.json', 'package-lock.json', ...manifests, ...others, ...deployed]
  return Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await textAt(path)])))
}

function textAt(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8')
}

async function git(...args: readonly string[]): Promise<string> {
  return (await run('git', [...args], { cwd: root })).stdout.trimEnd()
}
