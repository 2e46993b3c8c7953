import pg from 'pg'

/** Plans statements in one database, without running them. */
export async function openPlans(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // As in the server, a statement is planned once for all values.
  await client.query('set plan_cache_mode to force_generic_plan')
  const { rows } = await client.query<Known>(knownSql)
  const known = { sizes: new Map<string, number>(), first: new Map<string, string>() }
  for (const { name, rows: size, index, column } of rows) {
    known.sizes.set(name, size).set(index, size)
    known.first.set(index, column)
  }
  return {
    close: () => client.end(),
    /** Describes the whole tables and indexes that a statement reads. */
    async wholeReadsOf(text: string): Promise<string[]> {
      if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) return []
      const found = new Set<string>()
      // The plan for large tables; then, with seqscan off, whether an index could help small ones.
      for (const [isOn, few] of [['on', rowsFew] as const, ['off', 0] as const]) {
        await client.query(`set enable_seqscan to ${isOn}`)
        for (const node of nodesOf(await planOf(client, text))) {
          const read = wholeRead(node, known, few)
          if (read !== undefined) found.add(read)
        }
      }
      return [...found]
    },
  }
}

/** PostgreSQL prefers to read a table with fewer rows whole. */
const rowsFew = 5_000

async function planOf(client: pg.Client, text: string): Promise<PlanNode> {
  await client.query(`prepare planned as ${text}`)
  try {
    const { rows } = await client.query<{ count: number }>(
      "select cardinality(parameter_types) as count from pg_prepared_statements where name = 'planned'",
    )
    const values = Array.from({ length: rows[0]?.count ?? 0 }, () => 'null').join(', ')
    const explained = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `explain (format json) execute planned${values && `(${values})`}`,
    )
    const plan = explained.rows[0]?.['QUERY PLAN'][0]?.Plan
    if (plan === undefined) throw new Error(`There is no plan for ${text}`)
    return plan
  } finally {
    await client.query('deallocate planned')
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}

function wholeRead(node: PlanNode, { sizes, first }: Indexes, few: number): string | undefined {
  const table = node['Relation Name'] ?? ''
  if (node['Node Type'] === 'Seq Scan' && (sizes.get(table) ?? 0) > few) return `all of ${table}`
  // Without sequential scans, only a full index scan with a filter shows that a better index is missing.
  const isForced = few === 0 && node.Filter === undefined
  const index = isForced ? undefined : node['Index Name']
  const column = first.get(index ?? '')
  if (index === undefined || column === undefined || (sizes.get(index) ?? 0) <= few) return undefined
  const named = new RegExp(`(?<!\\w)${column.replaceAll(/\W/g, '\\$&')}(?!\\w)`)
  const isEntered = named.test(node['Index Cond'] ?? '')
  return isEntered ? undefined : `all of the index ${index}`
}

interface Indexes {
  /** The number of rows, by the name of a table or of its index. */
  readonly sizes: ReadonlyMap<string, number>
  /** The first column, by the name of an index. */
  readonly first: ReadonlyMap<string, string>
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly Plans?: readonly PlanNode[]
}

interface Known {
  readonly name: string
  readonly rows: number
  readonly index: string
  readonly column: string
}

const knownSql = `
  select t.relname::text as name, t.reltuples::int as rows, i.relname::text as index,
    pg_get_indexdef(x.indexrelid, 1, true) as column
  from pg_class t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'`
