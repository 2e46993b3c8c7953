/** Where progress is shown: a terminal, or a file for later reading. */
export interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  /** Shows how much is done, and the total if it is known. */
  readonly show: (done: number, total: number | undefined, what: string) => void
  /** Clears the bar, so that other output can follow. */
  readonly end: () => void
}

export const noProgress: Progress = { show: () => {}, end: () => {} }

/** A bar on a terminal; elsewhere a line for each tenth, or for each doubling if the total is unknown. */
export function progressOn(output: Output): Progress {
  const isTerminal = output.isTTY === true
  let shown: string | undefined
  return {
    show(done, total, what) {
      const step = total ? Math.floor((done / total) * (isTerminal ? 100 : 10)) : doublings(done, isTerminal)
      if (`${step} ${what}` === shown) return
      shown = `${step} ${what}`
      const line = total === undefined ? `${done} ${what}` : `${done} of ${total} ${what}`
      output.write(isTerminal ? `\r\u001b[K${total ? `${bar(done / total)} ` : ''}${line}` : `${line}\n`)
    },
    end() {
      if (isTerminal && shown !== undefined) output.write('\r\u001b[K')
      shown = undefined
    },
  }
}

const doublings = (done: number, isTerminal: boolean) =>
  isTerminal ? done : -1 - Math.floor(Math.log2(done + 1))

const width = 30

function bar(share: number): string {
  const full = Math.floor(Math.min(1, share) * width)
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]`
}
