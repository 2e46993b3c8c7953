/** Where progress is shown: a terminal, or a file that somebody reads later. */
export interface Output {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** Shows how much of a long work is done: a bar on a terminal, else a line for each tenth. */
export function showProgress(output: Output, what: string, total: number) {
  let shown = -1
  const show = (done: number) => {
    const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
    const step = output.isTTY ? percent : Math.floor(percent / 10)
    if (step === shown) return
    shown = step
    const line = `${done} of ${total} ${what}`
    output.write(output.isTTY ? `\r${bar(percent)} ${line}` : `${line}\n`)
  }
  return {
    show,
    end() {
      if (output.isTTY) output.write('\n')
    },
  }
}

function bar(percent: number): string {
  const full = Math.floor((percent / 100) * width)
  return `[${'#'.repeat(full)}${'-'.repeat(width - full)}]`
}

const width = 30
