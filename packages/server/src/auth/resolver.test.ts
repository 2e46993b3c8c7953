import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Role, roles } from '@stemma/contract'
import { sql } from 'kysely'
import { createTestDatabase } from '../test/database.ts'
import { type Level, levelOf, type OrganizationStanding, siteViews } from './resolver.ts'

const { db, drop } = await createTestDatabase()
after(() => drop())

const standings: readonly OrganizationStanding[] = ['none', 'disabled', 'guest', ...roles]
const rolesOrNone: readonly (Role | null)[] = [null, ...roles]
const defaults = [{ inherits: true, defaultLevel: null }, ...rolesOrNone.map(asDefault)]
const levels: readonly Level[] = defaults.flatMap((byDefault) =>
  rolesOrNone.flatMap((personal) => rolesOrNone.map((team) => ({ ...byDefault, personal, team }))),
)

test('the resolver and its SQL twin agree on every combination of two levels', async (t) => {
  let [count, differences] = [0, 0]
  for (const standing of standings) {
    const answers = await sqlAnswers(standing)
    for (const [index, near] of levels.entries()) {
      const ours = levels.map((far) => digitOf(levelOf(standing, [near, far]))).join('')
      count += levels.length
      if (ours !== answers[index]) differences += differenceOf(ours, answers[index] ?? '')
    }
  }
  t.diagnostic(`${count} combinations, ${differences} differences`)
  assert.equal(count, 9 * (8 * 7 * 7) ** 2)
  assert.equal(differences, 0)
})

test('the resolver keeps its six laws on every combination', () => {
  const broken = new Set<string>()
  for (const standing of standings)
    for (const near of levels)
      for (const far of levels) {
        const law = brokenLaw(standing, near, far)
        if (law !== undefined) broken.add(law)
      }
  assert.deepEqual([...broken], [])
})

test('who sees a site is the same in both languages', async () => {
  for (const standing of standings)
    for (const best of rolesOrNone) {
      const { rows } = await sql<{ views: boolean }>`
        select site_views(${standing}, ${best}::access_role) as views`.execute(db)
      assert.equal(rows[0]?.views, siteViews(standing, best), `${standing} with ${best}`)
    }
})

test('how a person stands to an organization follows from their membership', async () => {
  for (const role of rolesOrNone)
    for (const member of [true, false, null])
      for (const disabledAt of [null, '2026-01-01T00:00:00.000Z']) {
        const { rows } = await sql<{ standing: string }>`select standing_of(
          ${member}::boolean, ${role}::access_role, ${disabledAt}::timestamptz) as standing`.execute(db)
        const inside = disabledAt === null ? (role ?? 'guest') : 'disabled'
        assert.equal(rows[0]?.standing, member ? inside : 'none')
      }
})

/** One string per nearer level, one digit per farther level: the rank of the resulting level. */
async function sqlAnswers(standing: OrganizationStanding): Promise<string[]> {
  const { rows } = await sql<{ answers: string }>`
    with level as (
      select place, level_says(${standing} = 'guest', personal, team, inherits, by_default) as says
      from unnest(${column('personal')}::access_role[], ${column('team')}::access_role[],
        ${levels.map(({ inherits }) => inherits)}::boolean[], ${column('defaultLevel')}::access_role[])
        with ordinality as given (personal, team, inherits, by_default, place))
    select string_agg(coalesce(array_position(enum_range(null::access_role),
      level_results(${standing}, coalesce(near.says, far.says))), 0)::text, '' order by far.place) as answers
    from level near cross join level far group by near.place order by near.place`.execute(db)
  return rows.map(({ answers }) => answers)
}

function column(name: 'personal' | 'team' | 'defaultLevel') {
  return levels.map((level) => level[name])
}

function digitOf(level: Role | null): number {
  return level === null ? 0 : roles.indexOf(level) + 1
}

function differenceOf(ours: string, theirs: string): number {
  return [...ours].filter((digit, index) => digit !== theirs[index]).length
}

function asDefault(defaultLevel: Role | null) {
  return { inherits: false, defaultLevel }
}

/** Rules that every correct resolver must satisfy; returns the first that is broken. */
function brokenLaw(standing: OrganizationStanding, near: Level, far: Level): string | undefined {
  const level = levelOf(standing, [near, far])
  const outside = standing === 'none' || standing === 'disabled'
  const ordinary = !outside && standing !== 'admin'
  const granted = near.personal ?? near.team ?? far.personal ?? far.team
  const sources = [near.personal, near.team, near.defaultLevel, far.personal, far.team, far.defaultLevel]
  const hidden = !near.inherits && near.defaultLevel === null && !near.personal && !near.team
  if (outside && level !== null) return 'who is not in the organization has no level'
  if (standing === 'admin' && level !== 'admin') return 'an organization admin is admin everywhere'
  if (standing === 'guest' && granted === null && level !== null) return 'a guest sees nothing by default'
  if (ordinary && near.personal && level !== near.personal) return 'a grant by name on the thing decides'
  if (ordinary && standing !== 'guest' && hidden && level !== null) return 'no access by default hides'
  if (level === 'admin' && standing !== 'admin' && !sources.includes('admin')) return 'admin out of nothing'
  return undefined
}
