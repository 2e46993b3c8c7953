import { allSettings } from '../../packages/server/src/config/config.ts'
import { withTables } from './tables.ts'

export const configurationPage = 'docs/configuration.md'

/** Builds docs/configuration.md, with a table from the declarations of the settings. */
export function configurationMd(): Promise<string> {
  const rows = allSettings.map(({ variable, reader, byDefault, meaning }) => {
    const shown = byDefault ?? `\`${written(reader.read(undefined, variable))}\``
    return `| \`${variable}\` | ${shown} | ${reader.values} | ${meaning} |`
  })
  const head = ['| variable | default | a value is | meaning |', '|---|---|---|---|']
  return withTables(configurationPage, { settings: [...head, ...rows].join('\n') })
}

/** Formats a value as in the environment. */
function written(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}
