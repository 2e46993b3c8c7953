import { withoutControls } from '@stemma/command-line'

/** One thing, a line for each of its fields; what it does not have is left out. */
export function fields(values: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const shown = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  const width = Math.max(0, ...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${withoutControls(String(value))}\n`).join('')
}
