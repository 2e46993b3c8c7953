import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Call } from './command.ts'

/** Opens a URL in the browser, or prints it if there is no browser. */
export async function openURL({ browse }: Call, url: string) {
  const opened = await browse(url)
  return { data: { url, opened }, text: opened ? `Opened ${url} in your browser.\n` : `${url}\n` }
}

interface Surroundings {
  readonly platform: NodeJS.Platform
  readonly isTerminal: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Starts the desktop's browser; the function returns false if there is no desktop. */
export function browserFor({ platform, isTerminal, env }: Surroundings) {
  const command =
    env.BROWSER || openers[platform] || (env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined)
  return async (url: string): Promise<boolean> => {
    if (command === undefined || !isTerminal) return false
    const child = spawn(command, [url], { stdio: 'ignore', detached: true })
    child.unref()
    // A command that is not installed reports an error instead of starting.
    return once(child, 'spawn').then(
      () => true,
      () => false,
    )
  }
}

/** On Windows, explorer opens URLs without a shell that would interpret them. */
const openers: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer.exe' }
