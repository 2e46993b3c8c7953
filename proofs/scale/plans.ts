import pg from 'pg'

/** How PostgreSQL goes about statements, in one database, without running them. */
export async function openPlans(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // As the server does: a statement is planned once, whatever its values.
  await client.query('set plan_cache_mode to force_generic_plan')
  const { rows } = await client.query<Known>(knownSql)
  const known = { sizes: new Map<string, number>(), first: new Map<string, string>() }
  for (const { name, rows: size, index, column } of rows) {
    known.sizes.set(name, size).set(index, size)
    known.first.set(index, column)
  }
  return {
    close: () => client.end(),
    /** What of a statement reads whole tables or whole indexes, in words. */
    async wholeReadsOf(text: string): Promise<string[]> {
      if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(text)) return []
      const found = new Set<string>()
      // How it is planned where there is much to read; where there is little, if any index could help.
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

/** A table of fewer rows is read whole sooner than by its index. */
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
  // With a filter, an index is read only for want of another.
  const isForced = few === 0 && node.Filter === undefined
  const index = isForced ? undefined : node['Index Name']
  const column = first.get(index ?? '')
  if (index === undefined || column === undefined || (sizes.get(index) ?? 0) <= few) return undefined
  const named = new RegExp(`(?<!\\w)${column.replaceAll(/\W/g, '\\$&')}(?!\\w)`)
  const isEntered = named.test(node['Index Cond'] ?? '')
  return isEntered ? undefined : `all of the index ${index}`
}

interface Indexes {
  /** By the name of a table or of an index of it, its rows. */
  readonly sizes: ReadonlyMap<string, number>
  /** By the name of an index, its first column. */
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
