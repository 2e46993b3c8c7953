#!/usr/bin/env node
import { homedir, hostname } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { styleText } from 'node:util'
import { progressOn } from '@stemma/command-line'
import { askToken } from './ask-token.ts'
import { credentialsIn } from './credentials.ts'
import { defaultsIn } from './defaults.ts'
import { editorFor } from './editor.ts'
import { run } from './run.ts'

// A reader that has seen enough, such as head, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const { STEMMA_ENDPOINT, STEMMA_TOKEN, STEMMA_ORG, STEMMA_SPACE, VISUAL, EDITOR } = process.env
const isTerminal = process.stdin.isTTY === true

process.exitCode = await run(process.argv.slice(2), {
  endpoint: STEMMA_ENDPOINT || undefined,
  token: STEMMA_TOKEN || undefined,
  organization: STEMMA_ORG || undefined,
  space: STEMMA_SPACE || undefined,
  credentials: credentialsIn(join(configFolder(), 'stemma', 'credentials.json')),
  defaults: defaultsIn(join(configFolder(), 'stemma', 'defaults.json')),
  askToken: () => askToken(process.stdin, process.stderr),
  readInput: () => textOf(process.stdin),
  edit: editorFor(VISUAL || EDITOR || undefined, isTerminal),
  isTerminal,
  isShown: process.stdout.isTTY === true,
  machine: hostname(),
  tell: (text) => void process.stderr.write(text),
  progress: progressOn(process.stderr),
  // It looks at NO_COLOR, and at whether the output is a terminal that has colours.
  paint: (style, text) => styleText(style, text, { stream: process.stdout }),
  print: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
})

/** A relative path in XDG_CONFIG_HOME is to be ignored, says its specification. */
function configFolder() {
  const { XDG_CONFIG_HOME } = process.env
  return XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config')
}
