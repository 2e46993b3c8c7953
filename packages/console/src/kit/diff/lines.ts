import { align, hunksBetween } from '@stemma/content/documents'

/** A line of the source, on one side or on both. */
export interface LineStep {
  readonly kind: 'same' | 'inserted' | 'deleted'
  readonly text: string
  /** The numbers of the line before and after. */
  readonly before?: number
  readonly after?: number
}

/** The lines of two texts, in the order of both. */
export function diffLines(before: string, after: string): readonly LineStep[] {
  const [left, right] = [before.split('\n'), after.split('\n')]
  const runs = align(left, right)
  const same = runs.flatMap((run) =>
    Array.from({ length: run.length }, (_, at) => ({
      kind: 'same' as const,
      text: right[run.after + at] ?? '',
      before: run.before + at + 1,
      after: run.after + at + 1,
    })),
  )
  const steps: LineStep[] = []
  let next = 0
  const takeSame = (until: number) => {
    for (; next < same.length && (same[next]?.before ?? 0) <= until; next++) {
      const step = same[next]
      if (step !== undefined) steps.push(step)
    }
  }
  for (const hunk of hunksBetween(runs, left.length, right.length)) {
    takeSame(hunk.beforeStart)
    for (let at = hunk.beforeStart; at < hunk.beforeEnd; at++)
      steps.push({ kind: 'deleted', text: left[at] ?? '', before: at + 1 })
    for (let at = hunk.afterStart; at < hunk.afterEnd; at++)
      steps.push({ kind: 'inserted', text: right[at] ?? '', after: at + 1 })
  }
  takeSame(left.length)
  return steps
}
