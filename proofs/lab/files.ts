import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unprivilegedUser } from '../../tools/dev/postgres.ts'
import { findBinaries } from '../../tools/dev/postgres-binaries.ts'

const execute = promisify(execFile)

export interface Plan {
  readonly firstPort: number
  /** Whether a commit is acknowledged only when a standby has it. Turn it off to see commits lost. */
  readonly isSynchronous?: boolean
}

/** Three machines on the loopback interface, each with its own ports and folder. */
export interface Place {
  readonly isSynchronous: boolean
  readonly folder: string
  readonly binaries: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
  /** The proxy's port, for writing clients. */
  readonly port: number
  readonly machines: readonly Machine[]
}

export interface Machine {
  readonly name: string
  readonly folder: string
  readonly data: string
  readonly etcdData: string
  readonly postgresPort: number
  readonly patroniPort: number
  readonly etcdPort: number
  readonly etcdPeerPort: number
  /** Whether its disk is small enough to be filled. */
  readonly isBounded: boolean
}

/** A machine that is silent for this long is considered dead. It is the minimum that Patroni recommends. */
export const ttlSeconds = 20

/** Creates the folders and writes the configuration; nothing runs yet. */
export async function makePlace({ firstPort, isSynchronous = true }: Plan): Promise<Place> {
  const user = await unprivilegedUser()
  const folder = await mkdtemp(join(tmpdir(), 'stemma-lab-'))
  await chmod(folder, 0o755)
  const machines: Machine[] = []
  for (const number of [1, 2, 3]) {
    const [own, etcdData] = [join(folder, `n${number}`), join(folder, `n${number}-etcd`)]
    for (const one of [own, etcdData]) await mkdir(one)
    const isBounded = await boundDisk(own)
    await chmod(etcdData, 0o700)
    if (user) for (const one of [own, etcdData]) await chown(one, user.uid, user.gid)
    machines.push({
      name: `n${number}`,
      folder: own,
      data: join(own, 'postgres'),
      // Not on the disk that is filled, because only PostgreSQL is tested there.
      etcdData,
      postgresPort: firstPort + number,
      patroniPort: firstPort + 10 + number,
      etcdPort: firstPort + 20 + number,
      etcdPeerPort: firstPort + 30 + number,
      isBounded,
    })
  }
  const binaries = (await findBinaries({ embedded: false })).folder
  const place: Place = { isSynchronous, folder, binaries, user, port: firstPort, machines }
  const api = await etcdAPI()
  for (const machine of machines)
    await writeFile(join(folder, `${machine.name}.yml`), patroniFile(place, machine, api))
  await writeFile(join(folder, 'haproxy.cfg'), proxyFile(place))
  return place
}

/** Mounts a small separate disk, if we are allowed to. */
async function boundDisk(folder: string): Promise<boolean> {
  const options = ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'tmpfs', folder]
  return execute('mount', options).then(
    () => true,
    () => false,
  )
}

const diskBytes = 768 * 1024 ** 2

export async function releaseDisks({ machines }: Place) {
  for (const { folder, isBounded } of machines) if (isBounded) await execute('umount', [folder])
}

/** Over etcd's v3 API, Patroni before 3.1 retakes the lock without a comparison, and commits are lost. */
async function etcdAPI(): Promise<'etcd' | 'etcd3'> {
  const { stdout } = await execute('patroni', ['--version'])
  const [major = 0, minor = 0] = (stdout.match(/\d+/g) ?? []).map(Number)
  return major > 3 || (major === 3 && minor >= 1) ? 'etcd3' : 'etcd'
}

function patroniFile(place: Place, machine: Machine, api: string): string {
  const { binaries, machines, isSynchronous } = place
  return `scope: stemma
name: ${machine.name}
restapi: { listen: '127.0.0.1:${machine.patroniPort}', connect_address: '127.0.0.1:${machine.patroniPort}' }
${api}: { hosts: '${machines.map(({ etcdPort }) => `127.0.0.1:${etcdPort}`).join()}' }
bootstrap:
  dcs:
    ttl: ${ttlSeconds}
    loop_wait: 2
    retry_timeout: 5
    maximum_lag_on_failover: 104857600
    synchronous_mode: ${isSynchronous}
    synchronous_mode_strict: ${isSynchronous}
    primary_start_timeout: 0
    failsafe_mode: true
    check_timeline: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters:
        wal_log_hints: 'on'
        max_connections: 120
        max_wal_size: 128MB
        min_wal_size: 32MB
        wal_keep_size: 128MB
        wal_retrieve_retry_interval: 500ms
        tcp_keepalives_idle: 5
        tcp_keepalives_interval: 2
        tcp_keepalives_count: 3
        client_connection_check_interval: 5s
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
  pg_hba:
  - host replication all 127.0.0.1/32 trust
  - host all all 127.0.0.1/32 trust
postgresql:
  listen: 127.0.0.1:${machine.postgresPort}
  connect_address: 127.0.0.1:${machine.postgresPort}
  data_dir: ${machine.data}
  bin_dir: ${binaries}
  pgpass: ${join(machine.folder, 'pgpass')}
  authentication:
    superuser: { username: postgres, password: lab }
    replication: { username: replicator, password: lab }
    rewind: { username: rewinder, password: lab }
  parameters: { unix_socket_directories: '' }
`
}

/** Routes writes to the machine that Patroni calls primary, and cuts connections to any other. */
function proxyFile({ port, machines }: Place): string {
  const servers = machines.map(
    ({ name, postgresPort, patroniPort }) =>
      `  server ${name} 127.0.0.1:${postgresPort} check port ${patroniPort}`,
  )
  return `global
  maxconn 1000
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 300ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`
}
