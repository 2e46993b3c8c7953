import type { Mounted } from '../../packages/server/src/test/samples.ts'
import type { Reach } from './reach.ts'

export interface Measured {
  readonly mounted: Mounted
  readonly reach: Reach
}

/** The full text of docs/shards.md. */
export function pageOf(all: readonly Measured[]): string {
  const kinds = new Map<string, Measured[]>()
  for (const one of all) {
    const kind = `${one.reach.workspace} | ${one.reach.content}`
    kinds.set(kind, [...(kinds.get(kind) ?? []), one])
  }
  const counted = [...kinds].sort(([, a], [, b]) => b.length - a.length)
  const reads = (list: readonly Measured[]) =>
    list.filter(({ mounted }) => mounted.operation.method === 'GET')
  const summary = counted.map(
    ([kind, list]) => `| ${kind} | ${reads(list).length} | ${list.length - reads(list).length} |`,
  )
  const rows = all.map(
    ({ mounted: { id, operation }, reach }) =>
      `| \`${id}\` | ${operation.method} | ${reach.workspace} | ${reach.content} |`,
  )
  return `${introduction}
| workspace | content | reads | writes |
|---|---|---|---|
${summary.join('\n')}

## Every operation

| operation | method | workspace | content |
|---|---|---|---|
${rows.join('\n')}
`
}

const introduction = `# What each operation reaches

For each operation, the shards that it reaches on a Citus cluster. [scaling.md](scaling.md#6-citus) says what
follows from it. \`npm run shards\` generates this page: it calls every operation once, as an admin, and reads
the statements that the server runs with PostgreSQL's own parser.

Every operation reads the directory, which is on every node. Of the workspace plane and the content plane,
an operation reaches:

- *none*
- *one* shard, that of the organization or space that it names
- *some* shards, those of the spaces or organizations that a statement lists
- *all* shards

The statements are those for one PostgreSQL. On a cluster, the server reads the caller's levels before the
spaces ([0098](decisions/0098-levels-first-on-a-cluster.md)). That reaches all shards of the content plane
if the caller is not an admin; the list itself reaches the same shards as here. A standing to a space is
read in parts ([0102](decisions/0102-standing-in-parts-on-a-cluster.md)), which reach the same shard.

On a real cluster, \`npm run cluster\` called all of them on 2026-11-17: 301 operations, 0 differ from one
PostgreSQL, 0 refused.
`
