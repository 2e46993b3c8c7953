import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** Reads one line of the input. At a terminal, prompts for it and doesn't echo it. Empty if there is none. */
export function askToken(input: NodeJS.ReadStream, prompts: NodeJS.WritableStream): Promise<string> {
  const terminal = input.isTTY === true
  if (terminal) prompts.write('Token: ')
  // The output is discarded; in this mode readline would echo, not the terminal.
  const lines = createInterface({ input, output: nowhere(), terminal })
  return new Promise((resolve) => {
    lines.once('line', (line) => finish(line.trim()))
    lines.once('SIGINT', () => finish(''))
    lines.once('close', () => finish(''))

    function finish(line: string) {
      resolve(line)
      lines.removeAllListeners('close')
      lines.close()
      // If the writer keeps the input open, it would keep this process alive.
      input.destroy()
      if (terminal) prompts.write('\n')
    }
  })
}
