import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Role, roles } from '@stemma/contract'
import { sql } from 'kysely'
import { createTestDatabase } from '../test/database.ts'
import { type Level, levelOf, type OrganizationStanding } from './resolver.ts'

const { db, drop } = await createTestDatabase()
after(() => drop())

const standings: readonly OrganizationStanding[] = ['none', 'disabled', 'guest', 'read', 'edit', 'admin']
const silent: Level = { personal: null, team: null, inherits: true, defaultLevel: null }
/** Everything that a level can say, with two roles representing all of them. */
const levels: readonly Level[] = [
  silent,
  { ...silent, personal: 'read' },
  { ...silent, personal: 'edit' },
  { ...silent, team: 'read' },
  { ...silent, team: 'edit' },
  { ...silent, inherits: false, defaultLevel: null },
  { ...silent, inherits: false, defaultLevel: 'read' },
  { ...silent, inherits: false, defaultLevel: 'edit' },
]

test('the resolver and its SQL twin agree on a space inside three collections', async (t) => {
  let [count, differences] = [0, 0]
  for (const standing of standings) {
    const theirs = await sqlAnswers(standing)
    const ours = chains().map((chain) => digitOf(levelOf(standing, chain)))
    assert.equal(theirs.length, ours.length)
    count += ours.length
    differences += ours.filter((digit, index) => String(digit) !== theirs[index]).length
  }
  t.diagnostic(`${count} combinations, ${differences} differences`)
  assert.equal(count, 6 * 8 ** 4)
  assert.equal(differences, 0)
})

test('what is nearer decides, and what says nothing changes nothing', () => {
  for (const standing of standings)
    for (const chain of chains()) {
      const level = levelOf(standing, chain)
      for (let at = 0; at <= chain.length; at++)
        assert.equal(levelOf(standing, chain.toSpliced(at, 0, silent)), level)
      const [nearest] = chain
      if (nearest?.personal ?? nearest?.team) assert.equal(levelOf(standing, chain.slice(0, 1)), level)
    }
})

/** Every chain of four levels, closest first. The farthest level varies fastest. */
function chains(length = 4): Level[][] {
  if (length === 0) return [[]]
  const rest = chains(length - 1)
  return levels.flatMap((level) => rest.map((chain) => [level, ...chain]))
}

/** One digit per chain, in the same order: the rank of the resulting level. */
async function sqlAnswers(standing: OrganizationStanding): Promise<string> {
  const { rows } = await sql<{ answers: string }>`
    with level as materialized (
      select place, level_says(${standing} = 'guest', personal, team, inherits, by_default) as says
      from unnest(${column('personal')}::access_role[], ${column('team')}::access_role[],
        ${levels.map(({ inherits }) => inherits)}::boolean[], ${column('defaultLevel')}::access_role[])
        with ordinality as given (personal, team, inherits, by_default, place))
    select string_agg(coalesce(array_position(enum_range(null::access_role),
      level_results(${standing}, coalesce(a.says, b.says, c.says, d.says))), 0)::text, ''
      order by a.place, b.place, c.place, d.place) as answers
    from level a, level b, level c, level d`.execute(db)
  return rows[0]?.answers ?? ''
}

function column(name: 'personal' | 'team' | 'defaultLevel') {
  return levels.map((level) => level[name])
}

function digitOf(level: Role | null): number {
  return level === null ? 0 : roles.indexOf(level) + 1
}
