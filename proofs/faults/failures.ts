import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Lab, withClient } from '../lab/cluster.ts'
import { ttlSeconds } from '../lab/files.ts'
import { signalAll } from '../lab/parts.ts'
import type { Instance } from './stage.ts'
import type { Worker } from './worker.ts'

export interface Targets {
  readonly lab: Lab
  readonly instances: readonly Instance[]
  readonly worker: Worker
}

/** Breaks something and resolves when it is repaired; anything still broken is healed afterwards. */
export type Failure = (targets: Targets) => Promise<void>

/** By the component that fails, in the order they are tried. */
export const failures: Readonly<Record<string, Failure>> = {
  async server({ instances: [first] }) {
    await first?.kill()
    await first?.start()
  },

  async worker({ worker }) {
    await worker.kill()
    await worker.start()
  },

  async proxy({ lab: { proxy } }) {
    const pid = proxy.pid()
    if (pid !== undefined) signalAll([pid], 'SIGKILL')
    await pause(1_000)
    proxy.start()
  },

  async standby({ lab }) {
    await (await lab.synchronous()).signal('SIGKILL')
  },

  async primary({ lab }) {
    await (await lab.primary()).signal('SIGKILL')
  },

  /** WAL that is in transit is lost with the primary. */
  async 'cut off primary'({ lab }) {
    const machine = await lab.primary()
    await lab.signalReceivers('SIGSTOP')
    await pause(2_000)
    await machine.signal('SIGKILL')
    await lab.signalReceivers('SIGKILL')
  },

  /** Stalls until another machine is the primary; then this one wakes up and believes that it still is. */
  async 'stalled primary'({ lab }) {
    const machine = await lab.primary()
    await machine.signal('SIGSTOP')
    await pause((ttlSeconds + 12) * 1_000)
    await machine.signal('SIGCONT')
  },

  /** Fills the disk to the last byte, then uses up every preallocated WAL segment. */
  async 'full disk'({ lab }) {
    const { folder, postgresPort } = await lab.primary()
    const filler = join(folder, 'filler')
    await fill(filler)
    const itself = `postgres://postgres@127.0.0.1:${postgresPort}/postgres`
    const latest = Date.now() + fullMsMax
    for (let isUp = true; isUp && Date.now() < latest; await pause(250))
      isUp = await withClient(itself, (client) => client.query(useUp)).then(
        () => true,
        () => false,
      )
    await pause(fullMs)
    await rm(filler)
  },
}

/** Tries smaller and smaller pieces, because other processes write meanwhile. */
async function fill(path: string) {
  const file = await open(path, 'w')
  try {
    for (const bytes of [2 ** 22, 2 ** 12]) {
      const piece = Buffer.alloc(bytes)
      while ((await file.write(piece).catch(noRoom)).bytesWritten === bytes);
    }
  } finally {
    await file.close()
  }
}

function noRoom(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOSPC') throw error
  return { bytesWritten: 0 }
}

/** Doesn't wait for its own commit, which may be the write that no longer fits. */
const useUp = `set synchronous_commit = off; select pg_logical_emit_message(true, 'lab', '');
  select pg_switch_wal()`
const fullMsMax = 15_000
const fullMs = 5_000

/** The reason why a failure cannot be tried here; undefined if it can. */
export async function hindrance(name: string, { lab }: Targets): Promise<string | undefined> {
  const isBounded = name !== 'full disk' || (await lab.primary()).isBounded
  return isBounded ? undefined : 'no small disk can be mounted here: be root'
}
