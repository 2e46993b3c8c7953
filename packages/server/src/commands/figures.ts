import type { Progress, Result } from '@stemma/command-line'
import type { Findings } from '../upkeep/findings.ts'

/** Prints the findings and, in the last line, the totals. */
export function figures(
  name: string,
  { rows, files, findings }: { rows: number; files: number; findings: Findings },
  notes: readonly string[] = [],
): Result {
  const [missing, damaged] = [findings.count('missing'), findings.count('damaged')]
  const last = `${name}: ${rows} rows, ${files} files, ${missing} missing, ${damaged} damaged`
  const lines = [...findings.told, ...notes, last]
  return {
    data: { rows, files, missing, damaged, findings: findings.told, notes },
    text: lines.map((line) => `${line}\n`).join(''),
    ...(missing + damaged > 0 && { code: 1 }),
  }
}

/** Adapts the order of arguments: upkeep reports the phase first. */
export function followed({ show }: Progress) {
  return (what: string, done: number, total: number) => show(done, total, what)
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
