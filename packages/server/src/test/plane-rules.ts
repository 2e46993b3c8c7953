import type { Catalogue, Constraint, Table } from '../db/catalogue.ts'
import { planeKeyOf } from './statements.ts'

const kinds = ['directory', 'workspace', 'content', 'local']

/** The comment of every table states its kind and its content. */
export function unclassified({ tables }: Catalogue): string[] {
  return tables
    .filter(({ kind, comment }) => !kinds.includes(kind) || !/: \S/.test(comment))
    .map(({ name }) => `Comment on table ${name} with one of ${kinds.join(', ')}, a colon and what it holds.`)
}

/** Rule 1: primary and unique keys of a plane's tables begin with the key of the plane. */
export function wrongKeys({ tables }: Catalogue): string[] {
  return tables.flatMap((table) => {
    const key = planeKeyOf(table)
    if (key === undefined) return []
    const unique = uniqueIn(table)
    const lacks = table.constraints.some(({ kind }) => kind === 'p')
      ? []
      : [`Give ${table.name} a primary key.`]
    const wrong = unique.filter(({ columns }) => columns[0] !== key)
    return [...lacks, ...wrong.map(({ name }) => `Let ${name} of ${table.name} begin with ${key}.`)]
  })
}

/** Rule 2: a foreign key stays in its plane and begins with the plane's key, or references the directory. */
export function wrongReferences({ tables }: Catalogue): string[] {
  const byName = new Map(tables.map((table) => [table.name, table]))
  return tables.flatMap((table) =>
    foreignKeysOf(table).flatMap(({ name, columns, references }) => {
      const target = byName.get(references ?? '')
      if (target === undefined || target.kind === 'directory') return []
      if (target.kind !== table.kind)
        return `${name} leads out of the ${table.kind} of ${table.name}: drop it.`
      return columns[0] === planeKeyOf(table)
        ? []
        : `Let ${name} of ${table.name} begin with ${planeKeyOf(table)}.`
    }),
  )
}

/** A cluster finds a row by its key only if the key is text in byte order: a domain hides it. */
export function wrongTypes({ tables, domains }: Catalogue): string[] {
  const hidden = domains.map((domain) => `Replace by text collate "C" with a check: ${domain}`)
  const wrong = tables.flatMap((table) => {
    const keys = new Set([...uniqueIn(table), ...foreignKeysOf(table)].flatMap(({ columns }) => columns))
    return table.columns
      .filter(({ name, type }) => keys.has(name) && /(?:^|_)id$/.test(name) && type === 'text')
      .filter(({ collation }) => collation !== '"C"')
      .map(({ name }) => `Give ${name} of ${table.name} collate "C".`)
  })
  return [...hidden, ...wrong]
}

/** A cluster cannot set a part of a reference to null if the reference contains the key of the plane. */
export function clearedReferences({ tables }: Catalogue): string[] {
  return tables.flatMap((table) =>
    foreignKeysOf(table)
      .filter(({ columns, definition }) => {
        const key = planeKeyOf(table)
        return key !== undefined && columns.includes(key) && /ON DELETE SET (?:NULL|DEFAULT)/.test(definition)
      })
      .map(({ name }) => `${name} of ${table.name}: clear the columns in the statement that deletes.`),
  )
}

/** Deleting a row looks up the rows that reference it, which is a table scan without an index. */
export function unindexedReferences({ tables }: Catalogue): string[] {
  return tables.flatMap((table) => {
    const indexes = [...uniqueIn(table), ...table.indexes.filter(isWhole).map(toIndex)]
    return foreignKeysOf(table)
      .filter((reference) => !indexes.some(({ columns }) => leadsTo(columns, reference, tables)))
      .map(({ columns }) => `Create an index on ${table.name} (${columns.join(', ')}).`)
  })
}

/** An index helps if it begins with all columns of the reference, or with those that identify the target. */
function leadsTo(index: readonly string[], reference: Constraint, tables: readonly Table[]): boolean {
  const { columns, references, definition } = reference
  const past = index.findIndex((column) => !columns.includes(column))
  const leading = past < 0 ? index : index.slice(0, past)
  const target = tables.find(({ name }) => name === references)
  const identity = target?.constraints.find(({ kind }) => kind === 'p')?.columns ?? []
  const referred = /REFERENCES \S+?\((.+?)\)/.exec(definition)?.[1]?.split(', ') ?? []
  const found = leading.map((column) => referred[columns.indexOf(column)])
  return leading.length === columns.length || identity.every((column) => found.includes(column))
}

function foreignKeysOf({ constraints }: Table): readonly Constraint[] {
  return constraints.filter(({ kind }) => kind === 'f')
}

/** Primary keys, unique constraints and unique indexes. */
export function uniqueIn({ constraints, indexes }: Table): readonly Pick<Constraint, 'name' | 'columns'>[] {
  return [
    ...constraints.filter(({ kind }) => kind === 'p' || kind === 'u'),
    ...indexes.filter((index) => index.startsWith('CREATE UNIQUE')).map(toIndex),
  ]
}

/** A partial index helps only queries with the same condition. */
function isWhole(index: string): boolean {
  return !/\) WHERE /.test(index)
}

function toIndex(definition: string) {
  const [, name = '', columns = ''] =
    /INDEX (\S+) ON .* USING btree \((.*?)\)(?: WHERE|$)/.exec(definition) ?? []
  return { name, columns: columns.split(',').map((column) => column.trim().split(' ')[0] ?? '') }
}
