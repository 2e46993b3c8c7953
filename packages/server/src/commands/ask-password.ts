import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** One line of the standard input; typed at a terminal it is asked for, and not shown. */
export function askPassword(input = process.stdin, prompts = process.stderr): Promise<string> {
  const terminal = input.isTTY === true
  if (terminal) prompts.write('Password: ')
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  // In this mode it is readline, not the terminal, that would echo, and its output goes nowhere.
  const lines = createInterface({ input, output, terminal })
  return new Promise((resolve) => {
    const finish = (line: string) => {
      resolve(line)
      lines.removeAllListeners('close')
      lines.close()
      // An input that its writer keeps open would keep this process alive.
      input.destroy()
      if (terminal) prompts.write('\n')
    }
    lines.once('line', finish)
    for (const event of ['SIGINT', 'close'] as const) lines.once(event, () => finish(''))
  })
}
