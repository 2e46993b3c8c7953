import { loadModule, parseSync } from 'libpg-query'

/** How a statement uses tables, at any depth. */
export interface Statement {
  /** The parser's name for it, such as `SelectStmt`. */
  readonly command: string
  readonly tables: readonly TableUse[]
  /** Whether it locks rows anywhere, for example with `for update`. */
  readonly locks: boolean
}

export interface TableUse {
  readonly table: string
  /** The name the statement uses for it. */
  readonly alias: string
  /**
   * The conditions that always apply and use only parameters, such as `organization_id =` or `created_at <`.
   */
  readonly given: readonly string[]
  /** Whether it stands in a query with a recursion, or in the recursion itself. */
  readonly recursive: boolean
  /** The columns that an insert sets again if the row exists. */
  readonly overwritten: readonly string[]
  /** Whether the query locks the rows that it reads. */
  readonly locked: boolean
}

export type ColumnsOf = (table: string) => readonly string[] | undefined

/** Parses a statement with PostgreSQL's own parser. Only tables known to `columnsOf` are included. */
export async function readStatement(text: string, columnsOf: ColumnsOf): Promise<Statement> {
  await loadModule()
  const parsed = parseSync(text) as unknown as { readonly stmts?: readonly { readonly stmt: Node }[] }
  const [first, ...more] = parsed.stmts ?? []
  if (first === undefined || more.length > 0) throw new Error(`One statement at a time: ${text}`)
  const found: TableUse[] = []
  visit(first.stmt, { columnsOf, found, shadowed: new Set(), recursive: false })
  const command = Object.keys(first.stmt)[0] ?? ''
  return { command, tables: found, locks: holds(first.stmt, 'LockingClause') }
}

type Node = Readonly<Record<string, unknown>>

interface Walk {
  readonly columnsOf: ColumnsOf
  readonly found: TableUse[]
  /** Names that refer to a `with` query here instead of a table. */
  readonly shadowed: ReadonlySet<string>
  readonly recursive: boolean
}

const queries = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']

function visit(value: unknown, walk: Walk) {
  if (value === null || typeof value !== 'object') return
  for (const [key, child] of Object.entries(value)) {
    if (queries.includes(key)) visitQuery(child as Node, key, walk)
    else visit(child, walk)
  }
}

function visitQuery(query: Node, command: string, outer: Walk) {
  const ctes = listOf(nodeOf(query.withClause).ctes)
  const names = ctes.map((cte) => textOf(nodeOf(cte.CommonTableExpr).ctename))
  const recursive = outer.recursive || Boolean(nodeOf(query.withClause).recursive)
  const walk = { ...outer, recursive, shadowed: new Set([...outer.shadowed, ...names]) }
  if (command === 'InsertStmt') addInserted(query, walk)
  else addRead(query, walk)

  const { larg, rarg, ...rest } = query
  // In a union, both sides lack the usual wrapper node.
  for (const side of [larg, rarg]) if (side) visitQuery(side as Node, 'SelectStmt', walk)
  visit(rest, walk)
}

/** An inserted row has its key if the statement names the column. */
function addInserted({ relation, cols, onConflictClause }: Node, { columnsOf, found, recursive }: Walk) {
  const { relname, alias } = nodeOf(relation)
  const table = textOf(relname)
  if (isForeign(nodeOf(relation)) || columnsOf(table) === undefined) return
  const given = targetsIn(cols).map((column) => `${column} =`)
  const overwritten = targetsIn(nodeOf(onConflictClause).targetList)
  const named = textOf(nodeOf(alias).aliasname) || table
  found.push({ table, alias: named, given, recursive, overwritten, locked: false })
}

function targetsIn(columns: unknown): string[] {
  return listOf(columns).map((column) => textOf(nodeOf(column.ResTarget).name))
}

function addRead({ relation, fromClause, usingClause, whereClause, lockingClause }: Node, walk: Walk) {
  const items = [...listOf(fromClause), ...listOf(usingClause), ...(relation ? [{ RangeVar: relation }] : [])]
  const sources = items.flatMap((item) => sourcesIn(item, walk))
  const terms = [
    ...givenIn(whereClause, sources, walk.columnsOf),
    ...items.flatMap((item) => givenInJoin(item, walk)),
  ]
  for (const { table, alias } of sources) {
    const given = terms.filter((term) => term.alias === alias).map((term) => term.given)
    const locked = listOf(lockingClause).some((clause) => reaches(clause, alias))
    walk.found.push({ table, alias, given, recursive: walk.recursive, overwritten: [], locked })
  }
}

/** `for update` locks rows of every table in its query, `for update of` only of those that it names. */
function reaches({ LockingClause: clause }: Node, alias: string): boolean {
  const named = listOf(nodeOf(clause).lockedRels).map((one) => textOf(nodeOf(one.RangeVar).relname))
  return named.length === 0 || named.includes(alias)
}

interface Source {
  readonly table: string
  readonly alias: string
}

function sourcesIn(item: unknown, walk: Walk): Source[] {
  const { RangeVar: variable, JoinExpr: join } = nodeOf(item)
  if (join) return [...sourcesIn(nodeOf(join).larg, walk), ...sourcesIn(nodeOf(join).rarg, walk)]
  const { relname, alias } = nodeOf(variable)
  const table = textOf(relname)
  const isTable = !isForeign(nodeOf(variable)) && !walk.shadowed.has(table)
  if (variable === undefined || !isTable || walk.columnsOf(table) === undefined) return []
  return [{ table, alias: textOf(nodeOf(alias).aliasname) || table }]
}

/** The condition of an outer join restricts only the side that may be missing. */
function givenInJoin(item: unknown, walk: Walk): Term[] {
  const join = nodeOf(nodeOf(item).JoinExpr)
  if (join.larg === undefined) return []
  const sides = [join.larg, join.rarg]
  const narrowed = { JOIN_INNER: sides, JOIN_LEFT: [join.rarg], JOIN_RIGHT: [join.larg] }[
    textOf(join.jointype)
  ]
  const aliases = (narrowed ?? []).flatMap((side) => sourcesIn(side, walk)).map(({ alias }) => alias)
  const own = givenIn(join.quals, sourcesIn(item, walk), walk.columnsOf)
  return [
    ...own.filter(({ alias }) => aliases.includes(alias)),
    ...sides.flatMap((side) => givenInJoin(side, walk)),
  ]
}

interface Term {
  readonly alias: string
  readonly given: string
}

/** What always holds: all terms joined by `and`, and only the terms that all sides of an `or` share. */
function givenIn(condition: unknown, sources: readonly Source[], columnsOf: ColumnsOf): Term[] {
  const { BoolExpr: bool, A_Expr: comparison } = nodeOf(condition)
  if (bool) {
    const { boolop, args } = nodeOf(bool)
    const sides = listOf(args).map((arg) => givenIn(arg, sources, columnsOf))
    if (boolop === 'AND_EXPR') return sides.flat()
    if (boolop !== 'OR_EXPR') return []
    const [first = [], ...others] = sides
    const isIn = (side: Term[], { alias, given }: Term) =>
      side.some((term) => term.alias === alias && term.given === given)
    return first.filter((term) => others.every((side) => isIn(side, term)))
  }
  const { kind, name, lexpr, rexpr } = nodeOf(comparison)
  if (!['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(textOf(kind))) return []
  const column = nodeOf(nodeOf(lexpr).ColumnRef).fields ?? nodeOf(nodeOf(rexpr).ColumnRef).fields
  const other = nodeOf(lexpr).ColumnRef ? rexpr : lexpr
  const operator = listOf(name)
    .map((part) => textOf(nodeOf(part.String).sval))
    .join('')
  const owner = ownerOf(namesIn(column), sources, columnsOf)
  if (owner === undefined || !isParameter(other)) return []
  return [{ alias: owner, given: `${namesIn(column).at(-1)} ${operator}` }]
}

/**
 * PostgreSQL rejects ambiguous column names, so an unqualified name belongs to the only table that has it.
 */
function ownerOf(
  names: readonly string[],
  sources: readonly Source[],
  columnsOf: ColumnsOf,
): string | undefined {
  const [column = '', qualifier] = [...names].reverse()
  if (qualifier !== undefined) return sources.find(({ alias }) => alias === qualifier)?.alias
  return sources.find(({ table }) => columnsOf(table)?.includes(column))?.alias
}

function isParameter(value: unknown): boolean {
  const { ParamRef: parameter, TypeCast: cast, CollateClause: collated, List: list } = nodeOf(value)
  if (collated) return isParameter(nodeOf(collated).arg)
  if (cast) return isParameter(nodeOf(cast).arg)
  if (list) return listOf(nodeOf(list).items).every(isParameter)
  return parameter !== undefined
}

/** Tables in other schemas don't belong to Stemma. */
function isForeign({ schemaname }: Node): boolean {
  return schemaname !== undefined && schemaname !== 'public'
}

function holds(value: unknown, name: string): boolean {
  if (value === null || typeof value !== 'object') return false
  return Object.entries(value).some(([key, child]) => key === name || holds(child, name))
}

function nodeOf(value: unknown): Node {
  return (value ?? {}) as Node
}

function listOf(value: unknown): readonly Node[] {
  return (value ?? []) as readonly Node[]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function namesIn(fields: unknown): string[] {
  return listOf(fields).map((field) => textOf(nodeOf(field.String).sval))
}
