import { allSettings } from '../../packages/server/src/config/config.ts'
import { withTables } from './tables.ts'

export const configurationPage = 'docs/configuration.md'

/** The page with the table of settings, made from what stands beside each of them. */
export function configurationMd(): Promise<string> {
  const rows = allSettings.map(({ variable, reader, byDefault, meaning }) => {
    const shown = byDefault ?? `\`${written(reader.read(undefined, variable))}\``
    return `| \`${variable}\` | ${shown} | ${reader.values} | ${meaning} |`
  })
  const head = ['| variable | default | a value is | meaning |', '|---|---|---|---|']
  return withTables(configurationPage, { settings: [...head, ...rows].join('\n') })
}

/** A value as it is written into the environment. */
function written(value: unknown): string {
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)
}
