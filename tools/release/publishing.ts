export interface Build {
  readonly version: string
  readonly commit: string
  /** The time of the commit in ISO 8601, so that the same commit gives the same labels. */
  readonly created: string
  readonly description: string
  readonly license: string
  /** The public URL of the repository; undefined if the clone has no remote. */
  readonly source: string | undefined
}

/** The labels that tell registries and scanners where an image comes from. */
export function imageLabels(build: Build): Readonly<Record<string, string>> {
  const { version, commit, created, description, license, source } = build
  const labels = { title: 'Stemma', description, version, revision: commit, created, licenses: license }
  return Object.fromEntries(
    Object.entries({ ...labels, ...(source && { source }) }).map(([name, value]) => [
      `org.opencontainers.image.${name}`,
      value,
    ]),
  )
}

export interface Publishable {
  readonly name: string
  readonly repository?: string | { readonly url?: string }
}

export interface Need {
  readonly need: string
  readonly isMet: boolean
}

/** What a registry requires before it records the commit and the CI run that built a package. */
export function provenanceNeeds(
  packages: readonly Publishable[],
  {
    source,
    env,
  }: { readonly source: string | undefined; readonly env: Readonly<Record<string, string | undefined>> },
): readonly Need[] {
  const named = packages.filter(({ repository }) => repositoryUrl(repository) !== undefined)
  const isEqual = packages.every(({ repository }) => plainUrl(repositoryUrl(repository)) === plainUrl(source))
  return [
    { need: 'publish from CI, not from a laptop', isMet: env.CI === 'true' },
    {
      need: 'an OpenID Connect token of the CI (on GitHub Actions: permissions, id-token: write)',
      isMet: env.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined,
    },
    { need: 'a public repository, which the clone names as its remote', isMet: source !== undefined },
    {
      need: `\`repository\` in the manifest of every package (${named.length} of ${packages.length})`,
      isMet: named.length === packages.length,
    },
    { need: 'the same repository there as the remote of the clone', isMet: source !== undefined && isEqual },
  ]
}

function repositoryUrl(repository: Publishable['repository']): string | undefined {
  return typeof repository === 'string' ? repository : repository?.url
}

function plainUrl(url: string | undefined): string | undefined {
  return url?.replace(/^git\+/, '').replace(/\.git$/, '')
}

/** A URL that people can open, without the parts that only git or a login needs. */
export function publicSource(remote: string): string | undefined {
  const [, host, path] =
    /^(?:https?:\/\/(?:[^/@]*@)?|ssh:\/\/git@|git@)([^/:]+)[/:](.+?)(?:\.git)?\/?$/.exec(remote.trim()) ?? []
  return host === undefined || path === undefined ? undefined : `https://${host}/${path}`
}
