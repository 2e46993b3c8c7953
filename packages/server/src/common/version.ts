import manifest from '../../package.json' with { type: 'json' }

export const version: string = manifest.version

/** Which build of that version; a release names its commit in its manifest. */
export const build: string = (manifest as { build?: string }).build ?? 'source'
