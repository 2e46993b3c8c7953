import { makeLab } from './cluster.ts'

/**
 * Runs a replicated PostgreSQL on this machine until interrupted: three nodes with Patroni and etcd, behind
 * HAProxy. LAB_PORT is the first of its ports.
 */
const lab = await makeLab({ firstPort: Number(process.env.LAB_PORT ?? 15400) })
const stop = () => lab.remove().then(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
await lab.heal()
console.log(`lab: ${lab.url}, data and logs in ${lab.folder}`)
// Its parts don't keep this process alive on their own.
setInterval(() => {}, 60_000)
