import type { Mounted } from '../../packages/server/src/test/samples.ts'
import type { Reach } from './reach.ts'

export interface Measured {
  readonly mounted: Mounted
  readonly reach: Reach
}

/** docs/shards.md, whole. */
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

Made by \`npm run shards\`, which calls every operation once, as an admin, and reads every statement that
the server runs for it with PostgreSQL's own parser. The directory is on every node and asked by all. Of the
workspace plane and of the content plane an operation reaches *none*; *one* shard, that of the organization
or the space it names; *some*, the shards of the spaces or organizations that a statement lists; or *all*.
[scaling.md](scaling.md) says what follows.
`
