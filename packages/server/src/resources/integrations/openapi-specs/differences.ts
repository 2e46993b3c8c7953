import type { OpenAPISpecChanges } from '@stemma/contract'
import { isRecord, listIn, recordIn, resolver, type Tree } from './tree.ts'

type Change = OpenAPISpecChanges['changes'][number]

/** The differences between two versions. `more` is true if the list is truncated. */
export interface Differences {
  readonly changes: readonly Change[]
  readonly more: boolean
}

/** The files of a version, by URL. The first is the OpenAPI document itself. */
export type Files = Readonly<Record<string, unknown>>

const changesMax = 1000
const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/**
 * Compares two OpenAPI 3 documents. A referenced part is compared at its first reference, once for requests
 * and once for responses, because the same change can break one and not the other.
 */
export function differencesOf(before: Files, after: Files): Differences {
  const changes: Change[] = []
  const walk: Walk = {
    before: resolver(before),
    after: resolver(after),
    seen: new Set(),
    tell: (type, pointer, message, breaking = false) => {
      changes.push({ type, breaking, pointer, message })
    },
  }
  const [one, other] = [walk.before.root, walk.after.root]
  comparePaths(walk, recordIn(one, 'paths'), recordIn(other, 'paths'))
  const listed = changes.toSorted((a, b) => Number(b.breaking) - Number(a.breaking)).slice(0, changesMax)
  return { changes: listed, more: changes.length > changesMax }
}

interface Walk {
  readonly before: ReturnType<typeof resolver>
  readonly after: ReturnType<typeof resolver>
  readonly seen: Set<string>
  readonly tell: (type: Change['type'], pointer: string, message: string, breaking?: boolean) => void
}

function comparePaths(walk: Walk, before: Tree, after: Tree) {
  for (const path of keysOf(before, after)) {
    const at = `/paths/${escaped(path)}`
    const [one, other] = [walk.before.at(before[path]), walk.after.at(after[path])]
    if (one === undefined) walk.tell('path_added', at, `${path} is new.`)
    else if (other === undefined) walk.tell('path_removed', at, `${path} is gone.`, true)
    else comparePath(walk, at, path, one, other)
  }
}

function comparePath(walk: Walk, at: string, path: string, before: Tree, after: Tree) {
  for (const method of methods) {
    const here = `${at}/${method}`
    const name = `${method.toUpperCase()} ${path}`
    const [one, other] = [walk.before.at(before[method]), walk.after.at(after[method])]
    if (one === undefined && other === undefined) continue
    if (one === undefined) walk.tell('operation_added', here, `${name} is new.`)
    else if (other === undefined) walk.tell('operation_removed', here, `${name} is gone.`, true)
    else {
      compareParameters(
        walk,
        here,
        parametersOf(walk.before, before, one),
        parametersOf(walk.after, after, other),
      )
      compareBodies(walk, here, walk.before.at(one.requestBody), walk.after.at(other.requestBody))
      compareResponses(walk, here, recordIn(one, 'responses'), recordIn(other, 'responses'))
    }
  }
}

/** Parameters by location and name. Those of an operation override those of its path. */
function parametersOf(tree: Walk['before'], path: Tree, operation: Tree): Tree {
  const all = [...listIn(path, 'parameters'), ...listIn(operation, 'parameters')].map((one) => tree.at(one))
  return Object.fromEntries(all.flatMap((one) => (one ? [[`${one.in} ${one.name}`, one]] : [])))
}

function compareParameters(walk: Walk, at: string, before: Tree, after: Tree) {
  for (const key of keysOf(before, after)) {
    const here = `${at}/parameters`
    const [one, other] = [walk.before.at(before[key]), walk.after.at(after[key])]
    if (other === undefined) walk.tell('parameter_removed', here, `The parameter ${key} is gone.`)
    else if (other.required === true && one?.required !== true)
      walk.tell('parameter_required', here, `The parameter ${key} is required now.`, true)
    else if (one === undefined) walk.tell('parameter_added', here, `The parameter ${key} is new.`)
    if (one && other) compareSchemas(walk, `${here}/${escaped(key)}`, 'sent', one.schema, other.schema)
  }
}

function compareBodies(walk: Walk, at: string, before: Tree | undefined, after: Tree | undefined) {
  const here = `${at}/requestBody`
  if (after === undefined) {
    if (before) walk.tell('body_removed', here, 'The body is gone.', true)
    return
  }
  if (after.required === true && before?.required !== true)
    walk.tell('body_required', here, 'The body is required now.', true)
  else if (before === undefined) walk.tell('body_added', here, 'The body is new.')
  if (before) compareContents(walk, here, 'sent', before, after)
}

function compareResponses(walk: Walk, at: string, before: Tree, after: Tree) {
  for (const status of keysOf(before, after)) {
    const here = `${at}/responses/${status}`
    const [one, other] = [walk.before.at(before[status]), walk.after.at(after[status])]
    if (one === undefined) walk.tell('response_added', here, `The response ${status} is new.`)
    else if (other === undefined) walk.tell('response_removed', here, `The response ${status} is gone.`, true)
    else compareContents(walk, here, 'got', one, other)
  }
}

function compareContents(walk: Walk, at: string, way: Way, before: Tree, after: Tree) {
  const [one, other] = [recordIn(before, 'content'), recordIn(after, 'content')]
  for (const type of Object.keys(one).filter((key) => key in other)) {
    const here = `${at}/content/${escaped(type)}/schema`
    compareSchemas(walk, here, way, recordIn(one, type).schema, recordIn(other, type).schema)
  }
}

type Way = 'sent' | 'got'

function compareSchemas(walk: Walk, at: string, way: Way, before: unknown, after: unknown) {
  const [one, other] = [walk.before.at(before), walk.after.at(after)]
  if (one === undefined || other === undefined) return
  const here = walk.after.pointerOf(after) ?? at
  const pair = `${way} ${walk.before.pointerOf(before)} ${walk.after.pointerOf(after)}`
  if (isReference(before) || isReference(after)) {
    if (walk.seen.has(pair)) return
    walk.seen.add(pair)
  }
  compareTypes(walk, here, one, other)
  compareProperties(walk, here, way, one, other)
  compareSchemas(walk, `${here}/items`, way, one.items, other.items)
  compareSchemas(
    walk,
    `${here}/additionalProperties`,
    way,
    one.additionalProperties,
    other.additionalProperties,
  )
  for (const kind of ['allOf', 'anyOf', 'oneOf']) {
    const [some, others] = [listIn(one, kind), listIn(other, kind)]
    if (some.length !== others.length) continue
    for (const [index, part] of some.entries())
      compareSchemas(walk, `${here}/${kind}/${index}`, way, part, others[index])
  }
}

function compareTypes(walk: Walk, at: string, before: Tree, after: Tree) {
  const [one, other] = [typeOf(before), typeOf(after)]
  if (one !== other) walk.tell('type_changed', at, `The type was ${one} and is ${other}.`, true)
  const [values, others] = [listIn(before, 'enum'), listIn(after, 'enum')]
  if (others.length === 0) return
  const lost = values.length === 0 ? [] : values.filter((value) => !includes(others, value))
  if (values.length === 0 || lost.length > 0) {
    const message =
      lost.length > 0 ? `These values are gone: ${lost.join(', ')}.` : 'Only some values are left.'
    walk.tell('enum_narrowed', at, message, true)
  } else if (others.length > values.length) walk.tell('enum_widened', at, 'There are more values.')
}

function compareProperties(walk: Walk, at: string, way: Way, before: Tree, after: Tree) {
  const [one, other] = [recordIn(before, 'properties'), recordIn(after, 'properties')]
  const [required, requiredNow] = [listIn(before, 'required'), listIn(after, 'required')]
  for (const name of keysOf(one, other)) {
    const here = `${at}/properties/${escaped(name)}`
    const [was, is] = [required.includes(name), requiredNow.includes(name)]
    if (!(name in other)) walk.tell('property_removed', here, `${name} is gone.`, way === 'got')
    else if (is && !was) walk.tell('property_required', here, `${name} is required now.`, way === 'sent')
    else if (!(name in one)) walk.tell('property_added', here, `${name} is new.`)
    else if (was && !is) walk.tell('property_optional', here, `${name} may be absent now.`, way === 'got')
    if (name in one && name in other) compareSchemas(walk, here, way, one[name], other[name])
  }
}

function typeOf({ type }: Tree): string {
  if (typeof type === 'string') return type
  return Array.isArray(type) ? type.map(String).toSorted().join(' or ') : 'any'
}

function includes(values: readonly unknown[], value: unknown): boolean {
  return values.some((one) => JSON.stringify(one) === JSON.stringify(value))
}

function isReference(value: unknown): boolean {
  return isRecord(value) && typeof value.$ref === 'string'
}

function keysOf(before: Tree, after: Tree): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
