import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { hashOf, MissingObject } from '@stemma/content'
import { objectStoreSuite } from '../../packages/content/src/test/object-store-suite.ts'
import { newId } from '../../packages/server/src/common/ids.ts'
import { objectCache } from '../../packages/server/src/content/object-cache.ts'
import { postgresObjects } from '../../packages/server/src/content/postgres-objects.ts'
import { createTestDatabase } from '../../packages/server/src/test/database.ts'

// Not in a package, because the suite belongs to the engine and the store to the server.
const { db, drop } = await createTestDatabase()
after(() => drop())

objectStoreSuite('PostgreSQL, without a cache', async () => postgresObjects(db, newId(), objectCache(0)))
objectStoreSuite('PostgreSQL, with a cache', async () => postgresObjects(db, newId(), objectCache(1_000_000)))

test('what is asked for at the same time is read in one statement', async () => {
  const contentId = newId()
  const objects = Array.from({ length: 20 }, () => objectOf(randomBytes(100)))
  await postgresObjects(db, contentId, objectCache(0)).put(objects)
  let statements = 0
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements++
      return result
    },
  })
  const store = postgresObjects(counting, contentId, objectCache(0))
  const read = await Promise.all(objects.map(({ hash }) => store.get([hash])))
  assert.deepEqual(
    read.map(([bytes]) => hashOf(bytes ?? '')),
    objects.map(({ hash }) => hash),
  )
  assert.equal(statements, 1)
})

test('objects of one content are not there for another', async () => {
  const object = objectOf(randomBytes(50))
  await postgresObjects(db, newId(), objectCache(0)).put([object])
  await assert.rejects(postgresObjects(db, newId(), objectCache(0)).get([object.hash]), MissingObject)
})

test('bytes are packed where it pays, and come back as they were', async () => {
  const contentId = newId()
  const objects = [
    objectOf(Buffer.from('again '.repeat(2000))),
    objectOf(randomBytes(5000)),
    objectOf(Buffer.of(1)),
  ]
  const store = postgresObjects(db, contentId, objectCache(0))
  await store.put(objects)
  const read = await store.get(objects.map(({ hash }) => hash))
  assert.deepEqual(
    read.map((bytes) => hashOf(bytes)),
    objects.map(({ hash }) => hash),
  )
  const rows = await db
    .selectFrom('content_objects')
    .select(['packing'])
    .where('space_id', '=', contentId)
    .execute()
  assert.deepEqual(rows.map(({ packing }) => packing).sort(), [0, 0, 1])
})

test('an object whose bytes were changed in the database is not given out', async () => {
  const contentId = newId()
  const object = objectOf(randomBytes(50))
  const store = postgresObjects(db, contentId, objectCache(0))
  await store.put([object])
  await db
    .updateTable('content_objects')
    .set({ bytes: Buffer.of(0) })
    .where('space_id', '=', contentId)
    .execute()
  await assert.rejects(store.get([object.hash]), MissingObject)
})

test('two who write the same objects in opposite orders do not wait for each other', async () => {
  const contentId = newId()
  const objects = Array.from({ length: 200 }, () => objectOf(randomBytes(100)))
  const write = (part: typeof objects) =>
    db
      .transaction()
      .execute((transaction) => postgresObjects(transaction, contentId, objectCache(0)).put(part))
  await Promise.all([
    write(objects),
    write(objects.toReversed()),
    write(objects),
    write(objects.toReversed()),
  ])
})

function objectOf(bytes: Uint8Array) {
  return { hash: hashOf(bytes), bytes }
}
