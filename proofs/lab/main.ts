import { makeLab } from './cluster.ts'

/**
 * A PostgreSQL that survives its machines, on this one: three of it with Patroni and etcd, and HAProxy before
 * them, until it is told to stop. LAB_PORT is the first of its ports.
 */
const lab = await makeLab({ firstPort: Number(process.env.LAB_PORT ?? 15400) })
const stop = () => lab.remove().then(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
await lab.heal()
console.log(`lab: ${lab.url}, data and logs in ${lab.folder}`)
// Its parts do not keep this process alive by themselves.
setInterval(() => {}, 60_000)
