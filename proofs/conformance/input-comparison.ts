import type { Operation } from '@stemma/contract'
import type { Described, Description } from './description.ts'
import { type Alternative, alternatives, type JsonSchema } from './input-schemas.ts'

/** Something that a client can send and our contract does not take. */
interface Refusal {
  /** The place of the input, such as `body.position.before`, with the value if only that one is refused. */
  readonly at: string
  readonly message: string
}

/** The inputs of one operation that were compared, and those that our contract does not take. */
export interface ComparedInputs {
  readonly places: ReadonlySet<string>
  readonly refused: readonly Refusal[]
}

/** Compares what a client describes as the input of an operation with what our contract takes. */
export function compareInputs(ours: Operation, theirs: Described, description: Description): ComparedInputs {
  const places = new Set<string>()
  const body = theirs.operation.requestBody
  const theirBody = body?.content?.['application/json']?.schema as JsonSchema | undefined
  const comparing = (schema: object): Comparison => ({
    theirRoot: description.document,
    ourRoot: schema,
    places,
    path: [],
    compared: new Map(),
  })
  const refused = [
    ...refusals(comparing({}), 'query', queryOf(theirs), { ...ours.query, ...closed }),
    ...(theirBody === undefined
      ? []
      : refusals(comparing(ours.body ?? {}), 'body', theirBody, ours.body ?? closed)),
  ]
  const isOptional = ours.body === undefined || ours.bodyOptional === true
  if (!isOptional && body?.required !== true) refused.push({ at: 'body required', message: 'is required' })
  return { places, refused }
}

/** The server ignores unknown query fields, so a client would not learn that one has no effect. */
const closed: JsonSchema = { type: 'object', additionalProperties: false }

function queryOf({ query }: Described): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name = '', schema = {} }) => [name, schema as JsonSchema])),
    required: query.filter(({ required }) => required === true).map(({ name = '' }) => name),
  }
}

/** A value may have any of their alternatives, so each of them must be one of ours. */
function refusals(comparison: Comparison, at: string, theirs: JsonSchema, ours: JsonSchema): Refusal[] {
  // A schema that contains itself is compared once: the depth of an input is one of our limits.
  const itself = textOf(theirs)
  if (comparison.path.includes(itself)) return []
  const key = `${itself} ${textOf(ours)}`
  const known = comparison.compared.get(key) ?? { at, refused: [] }
  if (comparison.compared.has(key)) {
    return known.refused.map((one) => ({ ...one, at: `${at}${one.at.slice(known.at.length)}` }))
  }
  comparison.compared.set(key, known)
  comparison.path.push(itself)
  const ourAlternatives = takenAt(at, ours, comparison.ourRoot)
  const found = alternatives(theirs, comparison.theirRoot)
    .flatMap((one) => ofEachKind(one, ourAlternatives, comparison))
    .flatMap((one) => best(ourAlternatives.map((other) => compare(comparison, at, one, other))))
  const refused = [...new Map(found.map((one) => [one.at, one])).values()]
  comparison.path.pop()
  comparison.compared.set(key, { at, refused })
  return refused
}

/** In a query, a single value is a list of one. */
function takenAt(at: string, ours: JsonSchema, root: object): readonly Alternative[] {
  const taken = alternatives(ours, root)
  if (!at.startsWith('query.')) return taken
  return [...taken, ...taken.flatMap(({ items }) => (items === undefined ? [] : alternatives(items, root)))]
}

function textOf(schema: object): string {
  const text = texts.get(schema) ?? JSON.stringify(schema)
  texts.set(schema, text)
  return text
}

const texts = new WeakMap<object, string>()

/** The nearest of our alternatives is the one that a caller had in mind. */
function best(candidates: readonly Costed[]): readonly Refusal[] {
  const [first = { cost: 0, refused: [] }, ...others] = candidates
  return others.reduce((nearest, one) => (one.cost < nearest.cost ? one : nearest), first).refused
}

/** Splits an object by the values of a field that tells our alternatives apart, such as `type`. */
function ofEachKind(
  theirs: Alternative,
  ours: readonly Alternative[],
  { theirRoot, ourRoot }: Comparison,
): readonly Alternative[] {
  const kinds = (schema: JsonSchema | undefined, root: object) =>
    schema === undefined ? [] : alternatives(schema, root).flatMap((one) => one.enum ?? [])
  const field = Object.keys(theirs.properties ?? {}).find((name) => {
    const ofOurs = ours.map((one) => JSON.stringify(kinds(one.properties?.[name], ourRoot)))
    return kinds(theirs.properties?.[name], theirRoot).length > 1 && new Set(ofOurs).size > 1
  })
  if (field === undefined) return [theirs]
  return kinds(theirs.properties?.[field], theirRoot).map((kind) => ({
    ...theirs,
    properties: { ...theirs.properties, [field]: { enum: [kind] } },
  }))
}

function compare(comparison: Comparison, at: string, theirs: Alternative, ours: Alternative): Costed {
  if (ours.type === 'anything') return costed([])
  const isInQuery = at.startsWith('query.') && ours.type === 'string' && theirs.type !== 'array'
  if (nameOfType(theirs.type) !== nameOfType(ours.type) && !isInQuery) {
    return { cost: 1000, refused: [{ at: `${at} ${theirs.type}`, message: `does not take ${theirs.type}` }] }
  }
  const wrong = [...valueRefusals(at, theirs, ours), ...limitRefusals(at, theirs, ours)]
  if (theirs.type === 'array' && theirs.items && ours.items) {
    wrong.push(...refusals(comparison, `${at}[]`, theirs.items, ours.items))
  }
  if (theirs.type === 'object') wrong.push(...fieldRefusals(comparison, at, theirs, ours))
  return costed(wrong)
}

function costed(refused: readonly Refusal[]): Costed {
  const costOf = ({ at }: Refusal) => (at.endsWith('"') ? 10 : 1)
  return { refused, cost: refused.reduce((sum, one) => sum + costOf(one), 0) }
}

function nameOfType(type: string): string {
  return type === 'integer' ? 'number' : type
}

function valueRefusals(at: string, theirs: Alternative, ours: Alternative): Refusal[] {
  const { enum: taken } = ours
  if (taken === undefined) return []
  if (theirs.enum === undefined) return [{ at: `${at} any`, message: `takes only ${taken.join(', ')}` }]
  return theirs.enum
    .filter((value) => !taken.includes(value))
    .map((value) => ({ at: `${at} ${JSON.stringify(value)}`, message: 'does not take this value' }))
}

/** Every input has a limit of ours; it is compared only if the client names one. */
function limitRefusals(at: string, theirs: Alternative, ours: Alternative): Refusal[] {
  const greatest = ['maxLength', 'maximum', 'maxItems'] as const
  const least = ['minLength', 'minimum', 'minItems'] as const
  const isOver = (limit: (typeof greatest)[number]) =>
    (ours[limit] ?? Number.POSITIVE_INFINITY) < (theirs[limit] ?? 0)
  const isUnder = (limit: (typeof least)[number]) => (ours[limit] ?? 0) > (theirs[limit] ?? ours[limit] ?? 0)
  return [...greatest.filter(isOver), ...least.filter(isUnder)].map((limit) => ({
    at: `${at} ${limit}`,
    message: `${limit} is ${ours[limit]}, not ${theirs[limit]}`,
  }))
}

function fieldRefusals(
  comparison: Comparison,
  at: string,
  theirs: Alternative,
  ours: Alternative,
): Refusal[] {
  const found: Refusal[] = []
  for (const [name, schema] of Object.entries(theirs.properties ?? {})) {
    const place = `${at}.${name}`
    comparison.places.add(place)
    const taking = fieldOf(ours, name)
    if (taking === undefined) found.push({ at: place, message: 'is not a field' })
    else found.push(...refusals(comparison, place, schema, taking))
  }
  for (const name of ours.required ?? []) {
    const isAlwaysSent = theirs.required?.includes(name) === true
    if (isAlwaysSent || ours.properties?.[name]?.default !== undefined) continue
    found.push({ at: `${at}.${name} required`, message: 'is required' })
  }
  const { additionalProperties: values } = theirs
  if (typeof values === 'object') {
    const taking = fieldOf(ours, '')
    if (taking === undefined) found.push({ at: `${at}{}`, message: 'does not take fields of any name' })
    else found.push(...refusals(comparison, `${at}{}`, values, taking))
  }
  return found
}

/** The schema of a field. An object that does not refuse other fields takes fields of any name. */
function fieldOf({ properties, ...ours }: Alternative, name: string): JsonSchema | undefined {
  const [pattern] = Object.values(ours.patternProperties ?? {})
  const { additionalProperties: others = true } = ours
  const open = others === true ? {} : undefined
  return properties?.[name] ?? pattern ?? (typeof others === 'object' ? others : open)
}

interface Comparison {
  readonly theirRoot: object
  readonly ourRoot: object
  readonly places: Set<string>
  /** The schemas of the client that contain the one being compared. */
  readonly path: string[]
  /** The pairs that were compared before: schemas of documents contain each other many times. */
  readonly compared: Map<string, { readonly at: string; readonly refused: readonly Refusal[] }>
}

interface Costed {
  readonly cost: number
  readonly refused: readonly Refusal[]
}
