/** The texts of files by their paths in the repository. */
export type Files = Readonly<Record<string, string>>

export interface Release {
  readonly current: string
  readonly version: string
  /** The day of the release, as YYYY-MM-DD. */
  readonly date: string
}

/** Returns the files that a release changes, with their new texts. */
export function changedFiles(files: Files, release: Release): Files {
  const texts = Object.entries(files).map(([path, text]) => [path, textFor(path, text, release)] as const)
  return Object.fromEntries(texts.filter(([path, text]) => text !== files[path]))
}

function textFor(path: string, text: string, release: Release): string {
  if (path === 'CHANGELOG.md') return datedChangelog(text, release)
  if (path === 'package-lock.json') return lockWithVersion(text, release)
  if (path.endsWith('package.json')) return printed(manifestWithVersion(JSON.parse(text), release))
  const { current, version } = release
  if (path.endsWith('openapi.json'))
    return text.replace(`"version": ${JSON.stringify(current)}`, `"version": ${JSON.stringify(version)}`)
  return text.replaceAll(`stemma:${current}`, `stemma:${version}`)
}

const heading = '## Unreleased'

/** Moves the entries of "Unreleased" under the version and date, and leaves an empty "Unreleased" above. */
export function datedChangelog(text: string, { version, date }: Pick<Release, 'version' | 'date'>): string {
  const [before, after] = text.split(`\n${heading}\n`)
  if (before === undefined || after === undefined)
    throw new Error(`CHANGELOG.md has no section "${heading}". Add one that says what changed.`)
  const [entries = ''] = after.split('\n## ')
  if (entries.trim() === '')
    throw new Error(`The section "${heading}" of CHANGELOG.md is empty. Say what changed.`)
  return `${before}\n${heading}\n\n## ${version} (${date})\n${after}`
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Sets the version of a package and of its dependencies on our packages. */
function manifestWithVersion<T extends Manifest>(manifest: T, { version }: Pick<Release, 'version'>): T {
  const ours = (list: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(list).map(([name, range]) => [name, name.startsWith('@stemma/') ? version : range]),
    )
  const { dependencies, devDependencies } = manifest
  return {
    ...manifest,
    version,
    ...(dependencies && { dependencies: ours(dependencies) }),
    ...(devDependencies && { devDependencies: ours(devDependencies) }),
  }
}

/** The lockfile repeats the manifest of the root and of each workspace; links to them have no version. */
function lockWithVersion(text: string, release: Release): string {
  const lock = JSON.parse(text) as Manifest & { readonly packages: Readonly<Record<string, Manifest>> }
  const packages = Object.entries(lock.packages).map(([path, one]) => {
    const isOurs = path === '' || path.startsWith('packages/')
    return [path, isOurs && one.version !== undefined ? manifestWithVersion(one, release) : one] as const
  })
  return printed({ ...lock, version: release.version, packages: Object.fromEntries(packages) })
}

function printed(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Names every package whose version, or whose dependency on one of our packages, is not current. */
export function inconsistencies(manifests: readonly Manifest[], current: string): readonly string[] {
  return manifests.flatMap((manifest) => {
    const { name = '', version = '', dependencies, devDependencies } = manifest
    const own = version === current ? [] : [`${name} has version ${version} instead of ${current}.`]
    const others = Object.entries({ ...dependencies, ...devDependencies })
      .filter(([other, range]) => other.startsWith('@stemma/') && range !== current)
      .map(([other, range]) => `${name} depends on ${other} ${range} instead of ${current}.`)
    return [...own, ...others]
  })
}
