import { progressOn } from '@stemma/command-line'
import { run } from './run.ts'

/** Runs one command line of a process, and returns its exit code. */
export function start(argv: readonly string[]): Promise<number> {
  // A reader that has seen enough, such as head, closes the pipe: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  return run(argv, {
    print: (text) => void process.stdout.write(text),
    progress: progressOn(process.stderr),
    complain: (text) => void process.stderr.write(text),
  })
}
