import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SiteCustomizationSettings } from '@stemma/contract'
import { settingGroups } from './setting-groups.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly enum?: readonly unknown[]
}

/** Single switches that `pageActions.items` says as well, and what a field of another path holds. */
const elsewhere: ReadonlySet<string> = new Set([
  'pageActions.externalAI',
  'pageActions.markdown',
  'pageActions.mcp',
  'pdf.enabled',
  'git.showEditLink',
])

const settings = settingGroups.flatMap((group) => group.settings)

test('every setting of the contract has a field, and every field is one', () => {
  const known = pathsIn(SiteCustomizationSettings as Schema, '')
  const offered = settings.map(({ path }) => path)
  const isOffered = (path: string) => offered.some((one) => path === one || path.startsWith(`${one}.`))
  assert.deepEqual(
    known.filter((path) => !isOffered(path) && !elsewhere.has(path)),
    [],
  )
  assert.deepEqual(
    offered.filter((path) => !known.some((one) => one === path || one.startsWith(`${path}.`))),
    [],
  )
})

test('a choice offers every value that the contract takes', () => {
  for (const setting of settings) {
    if (setting.kind !== 'choice') continue
    const { enum: values = [] } = schemaAt(SiteCustomizationSettings as Schema, setting.path) ?? {}
    const ids = setting.options.map(({ id }) => id)
    assert.deepEqual(ids.toSorted(), [...values].map(String).toSorted(), setting.path)
  }
})

function pathsIn(schema: Schema, before: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const path = before === '' ? name : `${before}.${name}`
    return one.properties === undefined ? [path] : pathsIn(one, path)
  })
}

function schemaAt(schema: Schema, path: string): Schema | undefined {
  return path.split('.').reduce<Schema | undefined>((at, name) => at?.properties?.[name], schema)
}
