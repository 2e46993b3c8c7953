import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../tools/dev/port.ts'
import { chapters } from './outline.ts'
import { slugOf } from './peer-files.ts'

/** Starts the server that Astro built, which draws each page of Starlight when it is requested. */
export async function startAstro(program: string) {
  const port = await freePort()
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), NODE_ENV: 'production' }
  const child = spawn(process.execPath, [program], { env, stdio: 'ignore' })
  const address = `http://127.0.0.1:${port}`
  const stop = async () => {
    if (child.exitCode === null && child.kill()) await once(child, 'exit')
  }
  const pages = chapters.flat().map((page) => ({ path: `/${slugOf(page)}/` }))
  for (const until = performance.now() + startMsMax; performance.now() < until; await sleep(100)) {
    const answer = await fetch(`${address}${pages[0]?.path}`).catch(() => undefined)
    if (answer?.ok) return { pid: child.pid ?? 0, address, pages, stop }
  }
  await stop()
  throw new Error('The server that Astro built did not start.')
}

const startMsMax = 30_000
