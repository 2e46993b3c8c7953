import type pg from 'pg'
import type { Diagnosis } from './diagnosis.ts'

/** Organizations that are deleted and wait for their end, and those that should be gone. */
export async function deletedOrganizations(client: pg.Client): Promise<Diagnosis> {
  const check = 'deleted organizations'
  const { rows } = await client.query<Deleted>(
    `select id, to_char(restorable_until at time zone 'UTC', 'YYYY-MM-DD') as day,
      restorable_until < now() - interval '1 day' as late, count(*) over ()::int as total
    from organizations where deleted_at is not null order by restorable_until limit ${listedMax}`,
  )
  const [first] = rows
  if (first === undefined) return { check, verdict: 'fine', says: 'None waits to be removed.' }
  const listed = rows.map(({ id, day }) => `${id} on ${day}`).join(', ')
  if (first.late) {
    const advice = 'Check that workers run, and what they log about purge_organization'
    return { check, verdict: 'fault', says: `Should be removed by now: ${listed}. ${advice}.` }
  }
  return { check, verdict: 'fine', says: `${first.total} will be removed, the first of them: ${listed}.` }
}

const listedMax = 5

interface Deleted {
  readonly id: string
  readonly day: string
  readonly late: boolean
  readonly total: number
}
