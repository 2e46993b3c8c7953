import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hashOf, MissingObject, type ObjectStore, type StoredObject } from '../objects.ts'

/** The tests that every object store must pass. `open` returns a store without any of the objects below. */
export function objectStoreSuite(name: string, open: () => Promise<ObjectStore>): void {
  describe(name, () => {
    test('objects come back byte by byte, in the order asked, as often as asked', async () => {
      const store = await open()
      const [first, second, third] = [objectOf('one'), objectOf(''), objectOf(everyByte)]
      await store.put([first, second, third])
      const read = await store.get([third.hash, first.hash, second.hash, first.hash])
      assert.deepEqual(
        read.map(plain),
        [third, first, second, first].map(({ bytes }) => plain(bytes)),
      )
    })

    test('nothing is asked and put without complaint', async () => {
      const store = await open()
      await store.put([])
      assert.deepEqual(await store.get([]), [])
    })

    test('an absent object is named, also among others that are there', async () => {
      const store = await open()
      const [here, absent] = [objectOf('here'), objectOf('absent')]
      await store.put([here])
      const isNamed = (error: unknown) => error instanceof MissingObject && error.hash === absent.hash
      await assert.rejects(store.get([here.hash, absent.hash, here.hash]), isNamed)
      await assert.rejects(store.get([absent.hash]), isNamed)
    })

    test('an object is put again, and twice in one batch, without complaint', async () => {
      const store = await open()
      const [old, added] = [objectOf('old'), objectOf('added')]
      await store.put([old])
      await store.put([old, added, added, old])
      const read = await store.get([old.hash, added.hash])
      assert.deepEqual(read.map(plain), [plain(old.bytes), plain(added.bytes)])
    })

    test('a thousand objects are put at once and read at once', async () => {
      const store = await open()
      const objects = Array.from({ length: 1_000 }, (_, n) => objectOf(`object ${n}`))
      await store.put(objects)
      const read = await store.get(objects.map(({ hash }) => hash))
      assert.deepEqual(
        read.map((bytes) => hashOf(bytes)),
        objects.map(({ hash }) => hash),
      )
    })

    test('an object of a megabyte comes back whole', async () => {
      const store = await open()
      const large = objectOf(new Uint8Array(1_048_576).map((_, n) => (n * 31) % 251))
      await store.put([large])
      const [read] = await store.get([large.hash])
      assert.equal(read && hashOf(read), large.hash)
    })

    test('puts and gets at the same time do not disturb each other', async () => {
      const store = await open()
      const objects = Array.from({ length: 20 }, (_, n) => objectOf(`at the same time ${n}`))
      await Promise.all(objects.map((_, n) => store.put(objects.slice(0, n + 1))))
      const read = await Promise.all(objects.map(({ hash }) => store.get([hash])))
      assert.deepEqual(
        read.flat().map(plain),
        objects.map(({ bytes }) => plain(bytes)),
      )
    })
  })
}

const everyByte = Uint8Array.from({ length: 256 }, (_, n) => n)

function objectOf(content: Uint8Array | string): StoredObject {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return { hash: hashOf(bytes), bytes }
}

/** Stores may return any kind of byte array. */
function plain(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes)
}
