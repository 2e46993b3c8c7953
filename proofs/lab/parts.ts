import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Machine, Place } from './files.ts'

/** A program of the lab, which can be restarted. */
export interface Part {
  readonly start: () => void
  /** Undefined while it isn't running. */
  readonly pid: () => number | undefined
  readonly stop: () => Promise<void>
}

export function etcdOn({ machines, ...place }: Place, machine: Machine): Part {
  const [client, peer] = [urlOf(machine.etcdPort), urlOf(machine.etcdPeerPort)]
  const cluster = machines.map(({ name, etcdPeerPort }) => `${name}=${urlOf(etcdPeerPort)}`)
  return newPart(place, `${machine.name}-etcd`, [
    'etcd',
    ...['--name', machine.name, '--data-dir', machine.etcdData],
    ...['--listen-client-urls', client, '--advertise-client-urls', client],
    ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
    ...['--initial-cluster', cluster.join(), '--initial-cluster-state', 'new', '--enable-v2=true'],
    ...['--logger', 'zap', '--log-level', 'warn'],
  ])
}

function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`
}

export function patroniOn(place: Place, { name }: Machine): Part {
  return newPart(place, name, ['patroni', join(place.folder, `${name}.yml`)])
}

export function proxyOn(place: Place): Part {
  return newPart(place, 'haproxy', ['/usr/sbin/haproxy', '-db', '-f', join(place.folder, 'haproxy.cfg')])
}

function newPart({ folder, user }: Pick<Place, 'folder' | 'user'>, name: string, command: string[]): Part {
  let child: ChildProcess | undefined
  const pid = () => (child?.exitCode === null && child.signalCode === null ? child.pid : undefined)
  return {
    pid,
    start() {
      if (pid() !== undefined) return
      const log = openSync(join(folder, `${name}.log`), 'a')
      const [program = '', ...args] = command
      const env = { PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8' }
      // In its own process group, so that a signal from the terminal doesn't stop it too early.
      child = spawn(program, args, { ...user, cwd: folder, env, stdio: ['ignore', log, log], detached: true })
      child.on('error', () => {})
      closeSync(log)
    },
    async stop() {
      if (pid() === undefined) return
      const ended = child && once(child, 'exit')
      child?.kill('SIGTERM')
      await Promise.race([ended, pause(stopMs)])
      if (pid() === undefined) return
      child?.kill('SIGKILL')
      await ended
    },
  }
}

const stopMs = 20_000

/** The postmaster named in a data folder and its child processes; empty if it isn't running. */
export async function postgresPids(data: string): Promise<number[]> {
  const file = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const postmaster = Number(file.split('\n')[0])
  if (!postmaster || (await parentOf(postmaster)) === undefined) return []
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(parentOf))
  return [postmaster, ...pids.filter((_pid, index) => parents[index] === postmaster)]
}

/** The WAL receiver processes. */
export async function receiverPids(data: string): Promise<number[]> {
  const pids = await postgresPids(data)
  const titles = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  )
  return pids.filter((_pid, index) => titles[index]?.includes('walreceiver'))
}

/** Undefined if the process does not exist or is a zombie. */
async function parentOf(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === undefined || state === '' || state === 'Z' ? undefined : Number(parent)
}

/** Ignores processes that have ended meanwhile. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
