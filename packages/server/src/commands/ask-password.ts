import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** Reads one line from standard input. At a terminal, it prompts and hides the input. */
export function askPassword(input = process.stdin, prompts = process.stderr): Promise<string> {
  const terminal = input.isTTY === true
  if (terminal) prompts.write('Password: ')
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  // In this mode readline echoes instead of the terminal, and its output is discarded.
  const lines = createInterface({ input, output, terminal })
  return new Promise((resolve) => {
    const finish = (line: string) => {
      resolve(line)
      lines.removeAllListeners('close')
      lines.close()
      // If the writer keeps the input open, it would keep this process alive.
      input.destroy()
      if (terminal) prompts.write('\n')
    }
    lines.once('line', finish)
    for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => finish(''))
  })
}
