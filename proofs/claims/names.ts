import { readCatalogue } from '../../packages/server/src/db/catalogue.ts'
import { uniqueIn } from '../../packages/server/src/test/plane-rules.ts'
import type { Attack } from './stage.ts'

/** Keys of the installation that hold no name anybody could choose, and why. */
const unclaimable: Readonly<Record<string, string>> = {
  'migrations.name': 'files of this repository',
  'signing_keys.purpose': 'words of the server',
  'sign_in_attempts.key': 'hashes of who tried to sign in',
  'known_networks.key': 'hashes of networks that people sign in from',
  'released_names.kind,name': 'names that were given up; taking one is an attempt of its own',
}

/**
 * The unique keys over the whole installation that no attempt is about. A key that begins with an id is of
 * that organization, space or thing alone, and ids and hashes are made by the server.
 */
export async function untriedKeys(url: string, attacks: readonly Attack[]): Promise<readonly string[]> {
  const tried = new Set(attacks.flatMap(({ keys }) => keys))
  const { tables } = await readCatalogue(url)
  const keys = tables.flatMap((table) =>
    uniqueIn(table)
      .filter(({ columns: [first = ''] }) => !/(?:^|_)(?:id|hash)$/.test(first))
      .map(({ columns }) => `${table.name}.${columns.join(',')}`),
  )
  const known = [...tried, ...Object.keys(unclaimable)]
  return [
    ...keys.filter((key) => !known.includes(key)).map((key) => `no attempt is about the unique key ${key}`),
    ...known.filter((key) => !keys.includes(key)).map((key) => `there is no unique key ${key} any more`),
  ]
}
