import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArgs, chromiumPath } from '../../packages/site/src/test/browser.ts'

/** A browser of the system. It needs no driver: the page itself reports what it found. */
export interface Engine {
  readonly name: string
  readonly command: string
  args(profile: string, url: string): readonly string[]
}

export const engines: readonly Engine[] = [
  {
    name: 'Chromium',
    command: chromiumPath,
    args: (profile, url) => [
      ...['--headless', '--no-first-run', ...chromiumArgs],
      ...[`--user-data-dir=${profile}`, url],
    ],
  },
  {
    name: 'Firefox',
    command: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    args: (profile, url) => ['--headless', '--no-remote', '--profile', profile, url],
  },
]

/** Opens the page in a new profile until `reported` ends. */
export async function open<T>(engine: Engine, url: string, reported: Promise<T>): Promise<T> {
  const profile = await mkdtemp(join(tmpdir(), 'stemma-engine-'))
  await writeFile(join(profile, 'user.js'), preferences)
  const child = spawn(engine.command, engine.args(profile, url), { stdio: 'ignore', detached: true })
  try {
    return await Promise.race([reported, failureOf(child, engine)])
  } finally {
    await end(child)
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Firefox: no pages and requests of its own. */
const preferences = [
  ['browser.aboutwelcome.enabled', false],
  ['browser.shell.checkDefaultBrowser', false],
  ['browser.startup.homepage_override.mstone', 'ignore'],
  ['datareporting.policy.dataSubmissionEnabled', false],
  ['app.normandy.enabled', false],
  ['network.captive-portal-service.enabled', false],
  ['network.connectivity-service.enabled', false],
]
  .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
  .join('')

async function failureOf(child: ChildProcess, { name, command }: Engine): Promise<never> {
  const [code] = await once(child, 'exit').catch((error: unknown) => [error])
  throw new Error(`${name} (${command}) ended before its page reported anything: ${code}.`)
}

/** With its own process group, because browsers start further processes. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
