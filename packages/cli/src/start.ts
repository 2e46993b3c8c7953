import { homedir, hostname } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { styleText } from 'node:util'
import { progressOn } from '@stemma/command-line'
import { askToken } from './ask-token.ts'
import { askYesOrNo } from './ask-yes-or-no.ts'
import { credentialsIn } from './credentials.ts'
import { defaultsIn } from './defaults.ts'
import { editorFor } from './editor.ts'
import { browserFor } from './open-url.ts'
import { run } from './run.ts'

/** Runs one command line of a process, and returns its exit code. */
export function start(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  // A reader that stops early, such as head, closes the pipe: that is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const isTerminal = process.stdin.isTTY === true
  const settings = join(configFolder(env), 'stemma')
  return run(argv, {
    endpoint: env.STEMMA_ENDPOINT || undefined,
    token: env.STEMMA_TOKEN || undefined,
    organization: env.STEMMA_ORG || undefined,
    space: env.STEMMA_SPACE || undefined,
    credentials: credentialsIn(join(settings, 'credentials.json')),
    defaults: defaultsIn(join(settings, 'defaults.json')),
    askToken: () => askToken(process.stdin, process.stderr),
    readInput: () => textOf(process.stdin),
    edit: editorFor(env.VISUAL || env.EDITOR || undefined, isTerminal),
    confirm: (question) => askYesOrNo(question, process.stdin, process.stderr),
    browse: browserFor({ platform: process.platform, isTerminal, env }),
    isTerminal,
    isShown: process.stdout.isTTY === true,
    machine: hostname(),
    tell: (text) => void process.stderr.write(text),
    progress: progressOn(process.stderr),
    // Respects NO_COLOR, and whether the output is a terminal that supports colours.
    paint: (style, text) => styleText(style, text, { stream: process.stdout }),
    print: (text) => void process.stdout.write(text),
    complain: (text) => void process.stderr.write(text),
  })
}

/** The specification says to ignore a relative path in XDG_CONFIG_HOME. */
function configFolder({ XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string {
  return XDG_CONFIG_HOME && isAbsolute(XDG_CONFIG_HOME) ? XDG_CONFIG_HOME : join(homedir(), '.config')
}
