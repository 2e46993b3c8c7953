import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { readMigrations } from '../../../db/migrate.ts'
import { createEmptyDatabase } from '../../../test/database.ts'

test('what was said with reviews before there were comments is a comment now', async (t) => {
  const { url, drop } = await createEmptyDatabase()
  const client = new pg.Client({ connectionString: url })
  t.after(async () => {
    await client.end()
    await drop()
  })
  await client.connect()
  const migrations = await readMigrations()
  const at = migrations.findIndex(({ name }) => name === '0010-comments.sql')
  for (const { sql } of migrations.slice(0, at)) await client.query(sql)
  const row = (table: string, values: object) => {
    const places = Object.keys(values).map((_, index) => `$${index + 1}`)
    const text = `insert into ${table} (${Object.keys(values)}) values (${places})`
    return client.query(text, Object.values(values))
  }
  const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
  await row('users', { id: 'u', display_name: 'Ada', email: 'ada@example.com', ...stamps })
  await row('organizations', { id: 'o', title: 'Acme', ...stamps })
  const content = { content_id: 's', revision_id: 'r' }
  await row('spaces', { id: 's', organization_id: 'o', title: 'Space', ...content, ...stamps })
  const common = { space_id: 's', revision_id: 'r', created_at: stamps.created_at }
  const draft = { number: 1, status: 'open', subject: '', created_by: 'u', revision_initial: 'r' }
  await row('change_requests', { ...common, ...draft, id: 'c', updated_at: stamps.updated_at })
  const review = { ...common, change_request_id: 'c', reviewer_id: 'u', status: 'approved' }
  await row('change_request_reviews', { ...review, id: 'one', comment: 'Good *work*.' })
  await row('change_request_reviews', { ...review, id: 'two', comment: null })
  await row('change_request_reviews', { ...review, id: 'three', comment: '' })

  await client.query(migrations[at]?.sql ?? '')
  const { rows } = await client.query(
    `select id, change_request_id, review_id, revision_id, body, posted_by, resolved_at, replies
    from comments order by id`,
  )
  const said = { change_request_id: 'c', revision_id: 'r', posted_by: 'u', resolved_at: null, replies: 0 }
  assert.deepEqual(rows, [
    { ...said, id: 'one', review_id: 'one', body: 'Good *work*.' },
    { ...said, id: 'three', review_id: 'three', body: '' },
  ])
  const counted = await client.query('select comments from change_requests')
  assert.deepEqual(counted.rows, [{ comments: 2 }])
})
