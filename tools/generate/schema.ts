import type { Catalogue, Column, Table } from '../../packages/server/src/db/catalogue.ts'

/** The whole schema after all migrations, so that the effect of a migration is a visible diff. */
export function schemaSql({ tables, enums, domains, functions }: Catalogue): string {
  const types = Object.entries(enums).map(
    ([name, values]) => `create type ${name} as enum (${values.map((value) => `'${value}'`).join(', ')});`,
  )
  const triggers = tables.flatMap((table) => table.triggers.map((text) => `${text};`))
  const parts = [
    ...domains,
    ...types,
    ...tables.map(tableSql),
    ...functions.map((text) => `${text};`),
    ...triggers,
  ]
  return `-- Generated from the migrations by \`npm run generate\`. Do not edit.\n\n${parts.join('\n\n')}\n`
}

/** The table types that Kysely checks queries against. */
export function tablesTs({ tables, enums }: Catalogue): string {
  const unions = Object.entries(enums).map(
    ([name, values]) => `type ${pascal(name)} = ${values.map((value) => `'${value}'`).join(' | ')}`,
  )
  const types = tables.map(
    ({ name, columns }) => `  ${name}: {\n${columns.map((column) => fieldOf(column, enums)).join('\n')}\n  }`,
  )
  return `// Generated from the migrations by \`npm run generate\`. Do not edit.

import type { ColumnType, Generated } from 'kysely'

${unions.join('\n')}

/** Written as JSON text, read as the value. */
type Json = ColumnType<unknown, string, string>
type JsonWithDefault = ColumnType<unknown, string | undefined, string>

export interface Tables {
${types.join('\n')}
}
`
}

function tableSql({ name, comment, unlogged, columns, constraints, indexes }: Table): string {
  const lines = [
    ...columns.map(columnSql),
    ...constraints.map((constraint) => `constraint ${constraint.name} ${constraint.definition}`),
  ]
  const body = lines.map((line) => `  ${line}`).join(',\n')
  return [
    `create ${unlogged ? 'unlogged ' : ''}table ${name} (\n${body}\n);`,
    ...indexes.map((index) => `${index};`),
    `comment on table ${name} is '${comment.replaceAll("'", "''")}';`,
  ].join('\n')
}

function columnSql({ name, type, collation, nullable, default: byDefault }: Column): string {
  const words = [
    name,
    type,
    collation === null ? '' : `collate ${collation}`,
    nullable ? '' : 'not null',
    byDefault === null ? '' : `default ${byDefault}`,
  ]
  return words.filter((word) => word !== '').join(' ')
}

function fieldOf(column: Column, enums: Catalogue['enums']): string {
  return `    ${column.name}: ${typeOf(column, enums)}`
}

function typeOf({ type, nullable, default: byDefault }: Column, enums: Catalogue['enums']): string {
  const base = type in enums ? pascal(type) : (scriptTypes[type] ?? unknownType(type))
  const full = nullable ? `${base} | null` : base
  if (byDefault === null || nullable) return full
  return base === 'Json' ? 'JsonWithDefault' : `Generated<${full}>`
}

const scriptTypes: Readonly<Record<string, string>> = {
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'string',
  boolean: 'boolean',
  smallint: 'number',
  integer: 'number',
  bigint: 'number',
  bytea: 'Buffer',
  'bytea[]': 'Buffer[]',
  tsvector: 'string',
  jsonb: 'Json',
}

function unknownType(type: string): never {
  throw new Error(`Say in tools/generate/schema.ts what the column type ${type} is in TypeScript.`)
}

function pascal(name: string) {
  return name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
}
