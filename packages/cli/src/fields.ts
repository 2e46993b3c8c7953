import { withoutControls } from '@stemma/command-line'

/** An object with one line for each field. Fields without a value are omitted. */
export function fields(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const shown = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${withoutControls(String(value))}\n`).join('')
}
