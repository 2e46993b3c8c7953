import { progressOn } from '@stemma/command-line'
import { run } from './run.ts'

/** Runs one command line of a process, and returns its exit code. */
export function start(argv: readonly string[]): Promise<number> {
  // If a reader such as `head` closes the pipe early, that is not a failure.
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
