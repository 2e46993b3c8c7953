import type { ClientBase } from 'pg'
import { sealedColumns } from '../auth/sealed-columns.ts'
import { fingerprintOf, keyIdOf, type SealingKey, type Seals, sealsWith } from '../auth/sealing.ts'
import type { Findings } from './findings.ts'

/** The IDs of the keys that secrets are encrypted with. */
async function keyIdsIn(client: ClientBase): Promise<readonly string[]> {
  const ids = new Set<string>()
  for (const { table, column } of await sealedIn(client)) {
    const { rows } = await client.query<{ id: string }>(
      `select distinct split_part(${column}, '.', 2) as id from ${table} where ${column} like 'sealed.%'`,
    )
    for (const { id } of rows) ids.add(id)
  }
  return [...ids].sort()
}

/** Identifies a key without revealing it. */
export interface KnownKey {
  readonly id: string
  /** Null if the key was not available. */
  readonly fingerprint: string | null
}

export async function knownKeysIn(client: ClientBase, keys: readonly SealingKey[]): Promise<KnownKey[]> {
  return (await keyIdsIn(client)).map((id) => {
    const key = keys.find((one) => one.id === id)
    return { id, fingerprint: key ? fingerprintOf(key) : null }
  })
}

/** Describes the keys of a backup that this installation doesn't have. */
export function missingKeys(wanted: readonly KnownKey[], keys: readonly SealingKey[]): readonly string[] {
  return wanted.flatMap(({ id, fingerprint }) => {
    const key = keys.find((one) => one.id === id)
    if (key === undefined) return `the key ${id} is missing`
    if (fingerprint === null || fingerprintOf(key) === fingerprint) return []
    return `the key ${id} is not the one of the backup`
  })
}

/** Tries to decrypt secrets with the given keys: all of them, or at most `limit` of each kind. */
export async function openSecrets(
  client: ClientBase,
  keys: readonly SealingKey[],
  { findings, limit }: { readonly findings: Findings; readonly limit?: number },
) {
  const [first, ...others] = keys
  const seals = first && sealsWith([first, ...others])
  for (const sealed of await sealedIn(client)) {
    const { rows } = await client.query<Sealed>(
      `select ${sealed.row}::text as row, ${sealed.organization ?? "''"}::text as "organizationId",
         ${sealed.column} as secret
       from ${sealed.table} where ${sealed.column} is not null limit $1`,
      [limit ?? null],
    )
    for (const one of rows) {
      const fault = faultOf(one, sealed.table, keys, seals)
      if (fault) findings.add(fault.kind, fault.what)
    }
  }
}

interface Sealed {
  readonly row: string
  readonly organizationId: string
  readonly secret: string
}

function faultOf(
  { row, organizationId, secret }: Sealed,
  table: string,
  keys: readonly SealingKey[],
  seals: Seals | undefined,
) {
  const id = keyIdOf(secret)
  if (id === undefined) return undefined
  const what = `a secret in ${table} (${row})`
  if (seals === undefined || !keys.some((key) => key.id === id))
    return {
      kind: 'missing',
      what: `${what} needs the key ${id}. Add it to STEMMA_SECRET_KEYS or to the file secret-keys`,
    } as const
  try {
    seals.open(secret, { table, row, organizationId })
    return undefined
  } catch {
    return {
      kind: 'damaged',
      what: `${what} can't be decrypted with the key ${id}. Use the key that encrypted it`,
    } as const
  }
}

/** The encrypted columns of this database. Before they were encrypted, they held bytes. */
async function sealedIn(client: ClientBase) {
  const { rows } = await client.query<{ place: string }>(
    `select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and data_type = 'text'`,
  )
  const there = new Set(rows.map(({ place }) => place))
  return sealedColumns.filter(({ table, column }) => there.has(`${table}.${column}`))
}
