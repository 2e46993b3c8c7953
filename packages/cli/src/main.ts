#!/usr/bin/env node
import { homedir, hostname } from 'node:os'
import { isAbsolute, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }
import { askToken } from './ask-token.ts'
import { credentialsIn } from './credentials.ts'
import { progressOn } from './progress.ts'
import { run } from './run.ts'

// A reader that has seen enough, such as head, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), {
  version: manifest.version,
  endpoint: process.env.STEMMA_ENDPOINT || undefined,
  token: process.env.STEMMA_TOKEN || undefined,
  credentials: credentialsIn(join(configFolder(), 'stemma', 'credentials.json')),
  showProgress: progressOn(process.stderr),
  askToken: () => askToken(process.stdin, process.stderr),
  isTerminal: process.stdin.isTTY === true,
  machine: hostname(),
  tell: (text) => void process.stderr.write(text),
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
})

/** A relative path in XDG_CONFIG_HOME is to be ignored, says its specification. */
function configFolder() {
  const { XDG_CONFIG_HOME } = process.env
  return XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config')
}
