const form = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*))?$/

/** Says why a version can't be released; undefined if it can. The current one can while it has no tag. */
export function versionProblem(
  wanted: string,
  { current, tags }: { readonly current: string; readonly tags: readonly string[] },
): string | undefined {
  if (!form.test(wanted)) return `${wanted} is not a version. Write it as 1.2.3 or 1.2.3-rc.1.`
  if (tags.includes(tagOf(wanted)))
    return `Version ${wanted} is already released, as ${tagOf(wanted)}. Choose a newer version.`
  if (compareVersions(wanted, current) < 0)
    return `Version ${wanted} is older than ${current}, the current version. Choose a newer version.`
  return undefined
}

export function tagOf(version: string): string {
  return `v${version}`
}

/** Orders versions as semver does: a prerelease comes before its release. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map(partsOf)
  for (const [at, number] of (first?.numbers ?? []).entries()) {
    const difference = number - (second?.numbers[at] ?? 0)
    if (difference !== 0) return difference
  }
  return comparePrereleases(first?.prerelease ?? '', second?.prerelease ?? '')
}

function partsOf(version: string) {
  const [, major, minor, patch, prerelease = ''] = form.exec(version) ?? []
  return { numbers: [major, minor, patch].map(Number), prerelease }
}

function comparePrereleases(one: string, other: string): number {
  if (one === other) return 0
  if (one === '') return 1
  if (other === '') return -1
  return new Intl.Collator('en', { numeric: true }).compare(one, other)
}
