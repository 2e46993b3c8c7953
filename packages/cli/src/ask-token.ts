import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** One line of the input; typed at a terminal it is asked for, and not shown. Empty when there is none. */
export function askToken(input: NodeJS.ReadStream, prompts: NodeJS.WritableStream): Promise<string> {
  const terminal = input.isTTY === true
  if (terminal) prompts.write('Token: ')
  // The output goes nowhere, and in this mode it is readline, not the terminal, that would echo.
  const lines = createInterface({ input, output: nowhere(), terminal })
  return new Promise((resolve) => {
    lines.once('line', (line) => finish(line.trim()))
    lines.once('SIGINT', () => finish(''))
    lines.once('close', () => finish(''))

    function finish(line: string) {
      resolve(line)
      lines.removeAllListeners('close')
      lines.close()
      // An input that its writer keeps open would keep this process alive.
      input.destroy()
      if (terminal) prompts.write('\n')
    }
  })
}
