import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { noProgress } from '@stemma/command-line'
import { credentialsIn } from '../credentials.ts'
import { defaultsIn } from '../defaults.ts'
import { editorFor } from '../editor.ts'
import { run } from '../run.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
export const token = 'stm_thesecretofada'

interface Reply {
  readonly status?: number
  readonly json: unknown
}

/** The server's responses by method, path and query. */
export type Routes = Readonly<Record<string, Reply>>

/** A server on localhost with these routes and one token, and a home folder for one user of the command. */
export async function given(t: TestContext, routes: Routes = {}) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const { status = 200, json } = answerTo(request, routes)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const home = await mkdtemp(join(tmpdir(), 'stemma-cli-'))
  t.after(async () => {
    server.closeAllConnections()
    server.close()
    await rm(home, { recursive: true })
  })
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = { STEMMA_ENDPOINT: endpoint, STEMMA_TOKEN: token }
  return {
    seen,
    home,
    endpoint,
    credentialsFile: credentialsFileIn(home),
    account,
    ...commandIn(home, token),
  }
}

/**
 * Runs the command with this home folder. Every test also checks that the output never contains the token.
 */
export function commandIn(home: string, secret: string) {
  const withoutToken = (outcome: Outcome) => {
    assert.ok(!(outcome.stdout + outcome.stderr).includes(secret), 'the token is in the output')
    return outcome
  }
  return {
    /** Runs the real command in its own process. */
    stemma: (args: string[], options: RunOptions = {}) => asProcess(home, args, options).then(withoutToken),
    /** Like `stemma` but without `main.ts`, in a hundredth of the time. */
    here: (args: string[], options: RunOptions = {}) =>
      inThisProcess(credentialsFileIn(home), args, options).then(withoutToken),
  }
}

const credentialsFileIn = (home: string) => join(home, 'config', 'stemma', 'credentials.json')

function answerTo({ method, url, headers }: IncomingMessage, routes: Routes): Reply {
  if (headers.authorization !== `Bearer ${token}`) return refusal(401, 'This token is not valid.')
  return routes[`${method} ${url}`] ?? refusal(404, 'There is nothing here.')
}

export const refusal = (code: number, message: string): Reply => ({
  status: code,
  json: { error: { code, message, requestId: 'request1' } },
})

export const list = (...items: unknown[]): Reply => ({ json: { items, count: items.length } })

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** The writer never closes the standard input. */
  readonly stdinStaysOpen?: boolean
}

async function asProcess(
  home: string,
  args: string[],
  { env = {}, stdin = '', stdinStaysOpen }: RunOptions,
): Promise<Outcome> {
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH, HOME: home, XDG_CONFIG_HOME: join(home, 'config'), ...env },
  })
  child.stdin.write(stdin)
  if (!stdinStaysOpen) child.stdin.end()
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: child.exitCode, stdout, stderr }
}

async function inThisProcess(
  credentialsFile: string,
  args: string[],
  { env = {}, stdin = '' }: RunOptions,
): Promise<Outcome> {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const code = await run(args, {
    endpoint: env.STEMMA_ENDPOINT,
    token: env.STEMMA_TOKEN,
    organization: env.STEMMA_ORG,
    space: env.STEMMA_SPACE,
    credentials: credentialsIn(credentialsFile),
    defaults: defaultsIn(join(dirname(credentialsFile), 'defaults.json')),
    askToken: async () => stdin,
    readInput: async () => stdin,
    edit: editorFor(env.EDITOR, false),
    confirm: async () => stdin.startsWith('y'),
    browse: async () => env.BROWSER !== undefined,
    isTerminal: env.TERMINAL !== undefined,
    isShown: false,
    machine: 'computer',
    tell: (line) => stderr.push(line),
    progress: noProgress,
    paint: (style, text) => (env.FORCE_COLOR ? `<${style}>${text}` : text),
    print: (line) => stdout.push(line),
    complain: (line) => stderr.push(line),
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}
