import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Starts a measured server in its own process (see `serveOne`), which stops when its input ends. */
export async function startChild(which: string, env: Readonly<Record<string, string>>) {
  const main = fileURLToPath(new URL('main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, '--serve', which], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [address] = await once(createInterface(child.stdout), 'line')
  const stop = async () => {
    child.stdin.end()
    await once(child, 'exit')
  }
  return { pid: child.pid ?? 0, address: String(address), stop }
}
