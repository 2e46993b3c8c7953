/** Shows how far something is, on one line of a terminal that is written again and again. */
export type ShowProgress = (line: string) => void

const width = 30

/** A bar for what has an end, and a count for what has none yet. */
export function bar(done: number, all: number | undefined, what: string): string {
  if (all === undefined || all === 0) return `${done} ${what}`
  const share = Math.min(1, done / all)
  const filled = Math.round(share * width)
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done} of ${all} ${what}`
}

/** On a terminal only: in a log nobody wants a line for each step. */
export function progressOn(stream: { readonly isTTY?: boolean; write(text: string): unknown }): ShowProgress {
  if (stream.isTTY !== true) return () => {}
  return (line) => void stream.write(line === '' ? '\r\u001b[K' : `\r\u001b[K${line}`)
}
