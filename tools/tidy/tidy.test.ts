import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { tooLong, tooManyLong, wrongWords } from './form.ts'
import { readHouse } from './house.ts'
import { circles, type House, strayPaths, unreachable, wrongPackages } from './imports.ts'
import { unknownProperties, wrongMarkup, wrongStyles } from './markup.ts'
import {
  wrongFolders,
  wrongQueries,
  wrongRules,
  wrongSlices,
  wrongStores,
  wrongSurroundings,
} from './server.ts'
import type { Source } from './source.ts'

// The architecture as tests: each failure says what to do.
const house = await readHouse(fileURLToPath(new URL('../..', import.meta.url)))

test('packages import what they declare, along the arrows', () => holds(wrongPackages))
test('paths stay inside of their package', () => holds(strayPaths))
test('folders of the server import along the arrows', () => holds(wrongFolders))
test('a slice uses only index.ts and store.ts of another', () => holds(wrongSlices))
test('stores re-export nothing', () => holds(wrongStores))
test('rules are pure', () => holds(wrongRules))
test('queries live in stores, transactions in one place', () => holds(wrongQueries))
test('the environment and the command line are read where programs start', () => holds(wrongSurroundings))
test('no any, no !, no enum, no default export, no TODO without a number', () => holds(wrongWords))
test('markup is escaped, and attributes are quoted', () => holds(wrongMarkup))
test('styles have tokens for colours and logical properties', () => {
  assert.deepEqual([...house.sheets.flatMap(wrongStyles), ...unknownProperties(house.sheets)], [])
})
test('lines, functions and files are short', () => holds(tooLong))
test('nine files of ten have at most 250 lines', () => assert.deepEqual(tooManyLong(house.sources), []))
test('no imports form a circle, types included', () => assert.deepEqual(circles(house), []))
test('no file is dead', () => assert.deepEqual(unreachable(house), []))

function holds(faultsIn: (source: Source, house: House) => string[]) {
  const faults = house.sources.flatMap((source) => faultsIn(source, house))
  assert.deepEqual(faults, [])
}
