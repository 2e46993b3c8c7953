import pg from 'pg'

/** The structure of a database: the source of `schema.sql`, `tables.ts` and the tests of the planes. */
export interface Catalogue {
  readonly tables: readonly Table[]
  readonly enums: Readonly<Record<string, readonly string[]>>
  readonly domains: readonly string[]
  readonly functions: readonly string[]
}

export interface Table {
  readonly name: string
  /** The plane of a table and its content, from its comment: `directory: people …`. */
  readonly kind: string
  readonly comment: string
  /** Whether its rows are lost in a crash. */
  readonly unlogged: boolean
  readonly columns: readonly Column[]
  readonly constraints: readonly Constraint[]
  readonly indexes: readonly string[]
  readonly triggers: readonly string[]
}

export interface Column {
  readonly name: string
  readonly type: string
  /** The collation, if it is not the default one. */
  readonly collation: string | null
  readonly nullable: boolean
  readonly default: string | null
}

export interface Constraint {
  readonly name: string
  readonly kind: 'p' | 'u' | 'f' | 'c'
  readonly columns: readonly string[]
  readonly references: string | null
  readonly definition: string
}

export async function readCatalogue(url: string): Promise<Catalogue> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables = await client.query<Omit<Table, 'kind'>>(tablesSql)
    const enums = await client.query<{ name: string; values: string[] }>(enumsSql)
    const domains = await client.query<{ definition: string }>(domainsSql)
    const functions = await client.query<{ definition: string }>(functionsSql)
    return {
      tables: tables.rows.map((table) => ({ ...table, kind: table.comment.split(':')[0] ?? '' })),
      enums: Object.fromEntries(enums.rows.map(({ name, values }) => [name, values])),
      domains: domains.rows.map(({ definition }) => definition),
      functions: functions.rows.map(({ definition }) => definition.trim()),
    }
  } finally {
    await client.end()
  }
}

const tablesSql = `
  select c.relname::text as name, coalesce(obj_description(c.oid), '') as comment,
    c.relpersistence = 'u' as unlogged,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'collation', (select quote_ident(l.collname) from pg_collation l
          where l.oid = a.attcollation and l.collname <> 'default'),
        'nullable', not a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', k.conname, 'kind', k.contype,
        'columns', (select json_agg(a.attname order by array_position(k.conkey, a.attnum)) from pg_attribute a
          where a.attrelid = c.oid and a.attnum = any (k.conkey)),
        'references', nullif(k.confrelid, 0)::regclass::text,
        'definition', pg_get_constraintdef(k.oid)) order by k.contype desc, k.conname), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')) as constraints,
    (select coalesce(json_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text), '[]')
      from pg_index i where i.indrelid = c.oid
      and not exists (select from pg_constraint k
        where k.conindid = i.indexrelid and k.contype in ('p', 'u'))) as indexes,
    (select coalesce(json_agg(pg_get_triggerdef(t.oid) order by t.tgname), '[]')
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname`

const enumsSql = `
  select t.typname::text as name, json_agg(e.enumlabel order by e.enumsortorder) as values
  from pg_type t join pg_enum e on e.enumtypid = t.oid
  where t.typnamespace = 'public'::regnamespace group by t.typname order by t.typname`

const domainsSql = `
  select format('create domain %I as %s%s %s;', t.typname, format_type(t.typbasetype, t.typtypmod),
    coalesce(' collate ' || quote_ident(c.collname), ''),
    string_agg(pg_get_constraintdef(k.oid), ' ')) as definition
  from pg_type t left join pg_constraint k on k.contypid = t.oid
  left join pg_collation c on c.oid = t.typcollation
  where t.typnamespace = 'public'::regnamespace and t.typtype = 'd'
  group by t.typname, t.typbasetype, t.typtypmod, c.collname order by t.typname`

const functionsSql = `
  select pg_get_functiondef(p.oid) as definition from pg_proc p
  where p.pronamespace = 'public'::regnamespace
  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname`
