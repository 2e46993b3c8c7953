import manifest from '../../package.json' with { type: 'json' }

export const version: string = manifest.version

/** The build of this version; a release has its commit in its manifest. */
export const build: string = (manifest as { build?: string }).build ?? 'source'
