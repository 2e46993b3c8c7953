#!/usr/bin/env node
import { progressOn } from '@stemma/command-line'
import { run } from './commands/run.ts'

// A reader that has seen enough, such as head, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), {
  print: (text) => void process.stdout.write(text),
  progress: progressOn(process.stderr),
  complain: (text) => void process.stderr.write(text),
})
