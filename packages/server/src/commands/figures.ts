import type { Findings } from '../upkeep/findings.ts'
import type { Result } from './command.ts'
import { type Output, showProgress } from './progress.ts'

/** What is wrong, and in the last line how much of what there was. */
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
    failed: missing + damaged > 0,
  }
}

/** One bar after the other, for works of several kinds. */
export function progressOn(output: Output) {
  let [what, bar]: [string, ReturnType<typeof showProgress> | undefined] = ['', undefined]
  return {
    show(now: string, done: number, total: number) {
      if (now !== what) {
        bar?.end()
        ;[what, bar] = [now, showProgress(output, now, total)]
      }
      bar?.show(done)
    },
    end: () => bar?.end(),
  }
}
