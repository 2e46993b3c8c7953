import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Changes, changed, entriesOf, type History, historiesOf, mapOf, watched } from '../test/maps.ts'
import * as map from './index.ts'

const noResolution: map.Resolve = () => 'conflict'

test('a merge with a side that changed nothing is the other side, and reads nothing', async () => {
  await fc.assert(
    fc.asyncProperty(forks, async (fork) => {
      const { store, shape, base, ours } = await sidesOf(fork)
      const seen = watched(store)
      const merged = { root: ours, conflicts: [] }
      for (const sides of [
        { base, ours, theirs: base },
        { base, ours: base, theirs: ours },
        { base, ours, theirs: ours },
      ]) {
        assert.deepEqual(await map.merge(seen, shape, sides, noResolution), merged)
      }
      assert.deepEqual(seen.reads(), [])
    }),
  )
})

test('sides that changed the same agree, also where one changed more', async () => {
  await fc.assert(
    fc.asyncProperty(forks, async (fork) => {
      const { store, shape, base, ours } = await sidesOf(fork)
      const further = await map.edit(store, shape, ours, new Map([['further', 'value']]))
      const merged = await map.merge(store, shape, { base, ours, theirs: further }, noResolution)
      assert.deepEqual(merged, { root: further, conflicts: [] })
    }),
  )
})

test('changes of different keys are all in the merge, whichever side is ours', async () => {
  await fc.assert(
    fc.asyncProperty(forks, async (fork) => {
      const theirChanges: Changes = new Map([...fork.theirs].filter(([key]) => !fork.ours.has(key)))
      const { store, shape, base, ours, theirs, model } = await sidesOf({ ...fork, theirs: theirChanges })
      const merged = await map.merge(store, shape, { base, ours, theirs }, noResolution)
      const expected = entriesOf(changed(changed(model, fork.ours), theirChanges))
      assert.deepEqual(merged, { root: await map.build(store, shape, expected), conflicts: [] })
      assert.deepEqual(
        await map.merge(store, shape, { base, ours: theirs, theirs: ours }, noResolution),
        merged,
      )
    }),
  )
})

test('a conflict names all three values, keeps ours, and is mirrored when sides are swapped', async () => {
  await fc.assert(
    fc.asyncProperty(forks, async (fork) => {
      const { store, shape, base, ours, theirs, model } = await sidesOf(fork)
      const merged = await map.merge(store, shape, { base, ours, theirs }, noResolution)
      const mirrored = await map.merge(store, shape, { base, ours: theirs, theirs: ours }, noResolution)
      assert.deepEqual(mirrored.conflicts.map(swapped), merged.conflicts)

      const [ourModel, theirModel] = [changed(model, fork.ours), changed(model, fork.theirs)]
      const disputed = [...new Set([...fork.ours.keys(), ...fork.theirs.keys()])].sort().filter((key) => {
        return new Set([model.get(key), ourModel.get(key), theirModel.get(key)]).size === 3
      })
      assert.deepEqual(
        merged.conflicts.map(({ key, base, ours, theirs }) => [key, base, ours, theirs]),
        disputed.map((key) => [key, model.get(key), ourModel.get(key), theirModel.get(key)]),
      )
      const kept = await map.getMany(store, merged.root, disputed)
      for (const key of disputed) assert.equal(kept.get(key), ourModel.get(key))
    }),
  )
})

test('a conflict that is resolved is none: a value is set, no value deletes', async () => {
  await fc.assert(
    fc.asyncProperty(forks, async (fork) => {
      const { store, shape, base, ours, theirs } = await sidesOf(fork)
      const { conflicts } = await map.merge(store, shape, { base, ours, theirs }, noResolution)
      const asked: map.MapConflict[] = []
      const merged = await map.merge(store, shape, { base, ours, theirs }, (key, base, ours, theirs) => {
        asked.push({
          key,
          ...(base !== undefined && { base }),
          ...(ours !== undefined && { ours }),
          ...(theirs !== undefined && { theirs }),
        })
        return { value: theirs === undefined ? undefined : `${ours} and ${theirs}` }
      })
      assert.deepEqual(asked, conflicts)
      assert.deepEqual(merged.conflicts, [])
      const found = await map.getMany(
        store,
        merged.root,
        asked.map(({ key }) => key),
      )
      for (const { key, ours, theirs } of asked) {
        assert.equal(found.get(key), theirs === undefined ? undefined : `${ours} and ${theirs}`)
      }
    }),
  )
})

interface Fork {
  readonly base: History
  readonly ours: Changes
  readonly theirs: Changes
}

/** A history whose last two edits are concurrent. */
const forks: fc.Arbitrary<Fork> = historiesOf(3).map(({ shape, edits }) => ({
  base: { shape, edits: edits.slice(0, -2) },
  ours: edits.at(-2) ?? new Map(),
  theirs: edits.at(-1) ?? new Map(),
}))

async function sidesOf(fork: Fork) {
  const { shape } = fork.base
  const { store, root: base, model } = await mapOf(fork.base)
  const [ours, theirs] = [
    await map.edit(store, shape, base, fork.ours),
    await map.edit(store, shape, base, fork.theirs),
  ]
  return { store, shape, base, ours, theirs, model }
}

function swapped({ ours, theirs, ...rest }: map.MapConflict): map.MapConflict {
  return {
    ...rest,
    ...(theirs !== undefined && { ours: theirs }),
    ...(ours !== undefined && { theirs: ours }),
  }
}
