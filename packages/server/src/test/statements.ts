import assert from 'node:assert/strict'
import type { Table } from '../db/catalogue.ts'
import { lockMark } from '../db/row-lock.ts'
import { readStatement, type Statement, type TableUse } from './statement-tables.ts'

/** Statements that may query every shard of a table, with a condition other than its key. */
const exceptions: readonly Exception[] = [
  {
    command: 'SelectStmt',
    table: 'spaces',
    given: 'organization_id =',
    reason: "Rule 7: an organization's spaces lie on every shard.",
  },
  ...['space_user_grants', 'space_team_grants'].map((table) => ({
    command: 'SelectStmt',
    table,
    beside: 'spaces',
    reason: 'Rule 7: what was granted lies beside the space, so the list of spaces brings it along.',
  })),
  ...[
    { table: 'space_user_grants', given: 'user_id =' },
    { table: 'space_team_grants', given: 'team_id =' },
  ].map((grants) => ({
    command: 'SelectStmt',
    ...grants,
    reason: "Rule 7: on a cluster, a person's grants are read before the lists that they decide about.",
  })),
  ...['change_requests', 'revisions', 'comments', 'requested_reviewers'].map((table) => ({
    command: 'SelectStmt',
    table,
    beside: 'spaces',
    reason:
      "Rule 7: an organization's change requests, and what was written in them, lie beside their spaces.",
  })),
  ...['installation_id =', 'integration_name =', 'organization_id ='].map((given) => ({
    command: 'SelectStmt',
    table: 'space_installations',
    given,
    reason: "Rule 7: what an integration is installed on lies beside the spaces, as the organization's do.",
  })),
  {
    command: 'SelectStmt',
    table: 'spaces',
    beside: 'space_installations',
    reason: 'Whether a space in such a list is in the trash lies beside it.',
  },
  {
    command: 'SelectStmt',
    table: 'site_installations',
    given: 'integration_name =',
    reason: "An integration's owner sees where it is installed, in every organization.",
  },
  {
    command: 'SelectStmt',
    table: 'spaces',
    given: 'content_id =',
    reason: 'The job that ends content asks whether any space has it.',
  },
  {
    command: 'SelectStmt',
    table: 'search_spaces',
    given: 'edition <',
    reason: 'The job that makes old search indexes again works for all organizations at once.',
  },
  {
    command: 'DeleteStmt',
    table: 'idempotency_keys',
    given: 'created_at <',
    reason: 'The job that forgets old answers works for all organizations at once.',
  },
  ...['saml_identities', 'oidc_identities'].map((table) => ({
    command: 'DeleteStmt',
    table,
    given: 'user_id =',
    reason: 'Any organization may know a person who deletes their account.',
  })),
  ...['saml_requests', 'saml_answers', 'saml_assertions', 'oidc_requests'].map((table) => ({
    command: 'DeleteStmt',
    table,
    given: 'expires_at <',
    reason: 'So does the job that forgets old logins.',
  })),
]

/**
 * Checks the server's statements against the plane rules: only one plane and the directory in a statement
 * (3), the key of every plane table as a parameter (4), row locks only with that key (5), no recursion beside
 * a table that all shards are asked for (8), no key that an insert sets again (9), and rows of the directory
 * locked by `rowLock` (10).
 */
export async function requirePlaneRules(statements: Iterable<string>, tables: readonly Described[]) {
  const broken: string[] = []
  for (const text of statements) {
    const found = known.get(text) ?? (await breaches(text, tables))
    known.set(text, found)
    broken.push(...found.map((breach) => `${breach}\n    ${text}`))
  }
  if (broken.length > 0) assert.fail(`statements break the rules of the planes:\n${broken.join('\n')}`)
}

export type Described = Pick<Table, 'name' | 'kind' | 'columns'>

/** The column that determines a row's shard; the directory is on every shard. */
export function planeKeyOf({ name, kind }: Pick<Table, 'name' | 'kind'>): string | undefined {
  if (kind === 'workspace') return 'organization_id'
  if (kind === 'content') return name === 'spaces' ? 'id' : 'space_id'
  return undefined
}

/** Caches results, because most statements repeat in every test of a file. */
const known = new Map<string, readonly string[]>()

async function breaches(text: string, tables: readonly Described[]): Promise<string[]> {
  const byName = new Map(tables.map((table) => [table.name, table]))
  const statement = await readStatement(text, (name) =>
    byName.get(name)?.columns.map((column) => column.name),
  )
  if (untouching.includes(statement.command)) return []
  if (!tabled.includes(statement.command)) return ['Only select, insert, update and delete keep to a plane:']
  const inPlanes = statement.tables.flatMap((use) => {
    const table = byName.get(use.table)
    const key = table && planeKeyOf(table)
    return table && key ? [{ ...use, plane: table.kind, key }] : []
  })
  const planes = [...new Set(inPlanes.map(({ plane }) => plane))]
  const mixed =
    planes.length > 1 ? [`Rule 3: ask the ${planes.join(' and the ')} plane in two statements:`] : []
  const unmarked = text.includes(lockMark)
    ? []
    : statement.tables
        .filter(({ locked, table }) => locked && byName.get(table)?.kind === 'directory')
        .map(({ table }) => `Rule 10: lock rows of ${table} by \`rowLock\`:`)
  return [...mixed, ...unmarked, ...inPlanes.flatMap((use) => breachOf(use, statement) ?? [])]
}

const untouching = ['TransactionStmt', 'VariableSetStmt']
const tabled = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt']

function breachOf(use: TableUse & { key: string }, statement: Statement): string | undefined {
  if (use.overwritten.includes(use.key)) return `Rule 9: don't set ${use.key} of ${use.table} again:`
  if (use.given.includes(`${use.key} =`)) return undefined
  if (use.recursive) return `Rule 8: put the recursion beside ${use.table} into a \`with\` of its own:`
  const name = `${use.alias}.${use.key}`
  if (statement.locks) return `Rule 5: rows of ${use.table} are locked without \`${name} = $n\`:`
  return isExcepted(use, statement) ? undefined : `Rule 4: give the key of ${use.table}, \`${name} = $n\`:`
}

function isExcepted({ table, given }: TableUse, statement: Statement): boolean {
  return exceptions.some((one) => {
    if (one.command !== statement.command || one.table !== table) return false
    if (one.given !== undefined) return given.includes(one.given)
    return statement.tables.some((use) => use.table === one.beside && isExcepted(use, statement))
  })
}

interface Exception {
  readonly command: string
  readonly table: string
  /** The condition required instead of the key. */
  readonly given?: string
  /** The table with an exception in the same statement. */
  readonly beside?: string
  readonly reason: string
}
