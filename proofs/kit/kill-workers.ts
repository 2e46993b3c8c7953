import { setTimeout as sleep } from 'node:timers/promises'
import { type Running, type Settings, startCommand } from '../../packages/server/src/test/process.ts'

/** Runs two workers that are killed in the middle of their work, each replaced by another. */
export function killWorkers(settings: Settings, { kills, apart, arrived }: Killing) {
  let [stopping, killed] = [false, 0]
  const crews = [0, 1].map(async () => {
    while (!stopping) {
      const worker = await startCommand(['work'], settings, /working/)
      const end = arrived() + 1 + Math.random() * apart
      while (!stopping && (arrived() < end || killed >= kills)) await sleep(20)
      if (stopping) await worker.stop()
      else killed += await kill(worker)
    }
  })
  return {
    killed: () => killed,
    async stop() {
      stopping = true
      await Promise.all(crews)
    },
  }
}

interface Killing {
  readonly kills: number
  /** The most that arrive before a worker is killed. */
  readonly apart: number
  readonly arrived: () => number
}

async function kill(worker: Running): Promise<number> {
  worker.child.kill('SIGKILL')
  await worker.ended
  return 1
}
