import type { Part, Shape } from './shape.ts'

/**
 * What somebody filled in so far. A text, a number, a choice and JSON are as typed; a union is its `way`
 * and `value`; each entry of a map is its `key` and `value`. Without a draft, a value is left out.
 */
export type Draft = undefined | null | string | readonly Draft[] | DraftObject

export interface DraftObject {
  readonly [name: string]: Draft
}

/** Messages by the pointer of the value that they are about. */
export type Problems = Readonly<Record<string, string>>

/** What a form begins with: a choice that must be made begins with its first value. */
export function startOf(shape: Shape, isRequired: boolean): Draft {
  if (!isRequired) return undefined
  if (shape.kind === 'choice') return shape.options[0]
  if (shape.kind === 'union') return wayOf(shape, 0)
  if (shape.kind !== 'object') return undefined
  return Object.fromEntries(shape.parts.map((part) => [part.name, startOf(part.shape, part.isRequired)]))
}

export function wayOf({ ways }: Extract<Shape, { readonly kind: 'union' }>, at: number): Draft {
  const way = ways[at]
  return { way: String(at), value: way && startOf(way.shape, true) }
}

/** Whether somebody filled in anything. */
export function isSet(draft: Draft): boolean {
  if (typeof draft === 'string') return draft.trim() !== ''
  if (draft === undefined || draft === null) return draft === null
  return Object.values(draft).some(isSet)
}

export function partsIn(draft: Draft): DraftObject {
  return typeof draft === 'object' && draft !== null && !Array.isArray(draft) ? (draft as DraftObject) : {}
}

export function itemsIn(draft: Draft): readonly Draft[] {
  return Array.isArray(draft) ? draft : []
}

export function textIn(draft: Draft): string {
  return typeof draft === 'string' ? draft : ''
}

export function wayIn(draft: Draft): number | undefined {
  const way = textIn(partsIn(draft).way)
  return way === '' ? undefined : Number(way)
}

interface Place {
  readonly pointer: string
  readonly isRequired: boolean
}

/** The value of a draft, or `undefined` if it is left out. Adds to `problems` what is wrong with it. */
export function readDraft(shape: Shape, draft: Draft, at: Place, problems: Record<string, string>): unknown {
  if (draft === null) return null
  if (shape.kind === 'fixed') return JSON.parse(shape.options[0] ?? 'null')
  if (!isSet(draft) && !isStillSent(shape, at)) {
    if (at.isRequired) problems[at.pointer] = 'Fill in this field.'
    return undefined
  }
  if (shape.kind === 'object') return readObject(shape.parts, partsIn(draft), at, problems)
  if (shape.kind === 'list') return readList(shape.item, itemsIn(draft), at, problems)
  if (shape.kind === 'map') return readMap(shape.item, itemsIn(draft), at, problems)
  if (shape.kind === 'checks') return itemsIn(draft).map((one) => JSON.parse(textIn(one)))
  if (shape.kind === 'union') {
    const way = shape.ways[wayIn(draft) ?? 0]
    const inside = { ...at, isRequired: true }
    return way && readDraft(way.shape, partsIn(draft).value, inside, problems)
  }
  const value = readText(shape.kind, textIn(draft))
  if (value === undefined) problems[at.pointer] = wrong[shape.kind]
  return value
}

/** An object that is required is sent even if it is empty, and so is a list that may be. */
function isStillSent({ kind, schema }: Shape, { isRequired }: Place): boolean {
  if (!isRequired) return false
  return kind === 'object' || kind === 'map' || (isListed(kind) && (schema.minItems ?? 0) === 0)
}

function isListed(kind: Shape['kind']): boolean {
  return kind === 'list' || kind === 'lines' || kind === 'checks'
}

function readObject(
  parts: readonly Part[],
  draft: DraftObject,
  { pointer }: Place,
  problems: Record<string, string>,
) {
  const read = parts.map(({ name, shape, isRequired }) => [
    name,
    readDraft(shape, draft[name], { pointer: `${pointer}/${escaped(name)}`, isRequired }, problems),
  ])
  return Object.fromEntries(read.filter(([, value]) => value !== undefined))
}

function readList(
  item: Shape,
  drafts: readonly Draft[],
  { pointer }: Place,
  problems: Record<string, string>,
) {
  return drafts.map((draft, index) =>
    readDraft(item, draft, { pointer: `${pointer}/${index}`, isRequired: true }, problems),
  )
}

function readMap(
  item: Shape,
  entries: readonly Draft[],
  { pointer }: Place,
  problems: Record<string, string>,
) {
  const read = entries.map(partsIn).map(({ key, value }, index) => {
    const name = textIn(key).trim()
    if (name === '') problems[`${pointer}/${index}/key`] = 'Fill in this field.'
    return [
      name,
      readDraft(item, value, { pointer: `${pointer}/${escaped(name)}`, isRequired: true }, problems),
    ]
  })
  return Object.fromEntries(read)
}

type Typed = 'text' | 'number' | 'lines' | 'json' | 'choice'

const wrong: Readonly<Record<Typed, string>> = {
  text: 'Enter a text.',
  number: 'Enter a number.',
  choice: 'Choose one of the values.',
  lines: 'Enter one value per line.',
  json: 'This is not valid JSON. Check quotes, commas and brackets.',
}

/** `undefined` if the text is no such value. */
function readText(kind: Typed, text: string): unknown {
  if (kind === 'text') return text
  if (kind === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  const value = parseJSON(text)
  return kind === 'number' && typeof value !== 'number' ? undefined : value
}

export function parseJSON(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The draft that gives a value: the other direction. `undefined` if no field can hold it. */
export function toDraft(shape: Shape, value: unknown): Draft {
  if (value === undefined) return undefined
  if (value === null && shape.isNullable) return null
  if (shape.kind === 'text') return typeof value === 'string' ? value : undefined
  if (shape.kind === 'lines') return Array.isArray(value) ? value.join('\n') : undefined
  if (shape.kind === 'union') {
    const at = shape.ways.findIndex((way) => fits(way.shape, value))
    return at < 0 ? undefined : { way: String(at), value: toDraft(shape.ways[at]?.shape ?? shape, value) }
  }
  if (shape.kind === 'checks')
    return Array.isArray(value) ? value.map((one) => JSON.stringify(one)) : undefined
  if (shape.kind === 'list')
    return Array.isArray(value) ? value.map((one) => toDraft(shape.item, one)) : undefined
  if (shape.kind === 'map' && isObject(value))
    return Object.entries(value).map(([key, one]) => ({ key, value: toDraft(shape.item, one) }))
  if (shape.kind === 'object' && isObject(value))
    return Object.fromEntries(
      shape.parts.map((part) => [part.name, toDraft(part.shape, value[part.name])] as const),
    )
  if (shape.kind === 'object' || shape.kind === 'map' || shape.kind === 'fixed') return undefined
  return JSON.stringify(value, null, 2)
}

/** Whether the fields of a shape can hold a value, all of it. */
export function fits(shape: Shape, value: unknown): boolean {
  if (value === null && shape.isNullable) return true
  if (shape.kind === 'object')
    return (
      isObject(value) &&
      Object.keys(value).every((name) => shape.parts.some((part) => part.name === name)) &&
      shape.parts.every((part) => {
        const one = value[part.name]
        return one === undefined ? !part.isRequired : fits(part.shape, one)
      })
    )
  if (shape.kind === 'map') return isObject(value)
  if (shape.kind === 'union') return shape.ways.some((way) => fits(way.shape, value))
  if (shape.kind === 'choice' || shape.kind === 'fixed') return shape.options.includes(JSON.stringify(value))
  if (shape.kind === 'list') return Array.isArray(value) && value.every((one) => fits(shape.item, one))
  if (isListed(shape.kind)) return Array.isArray(value)
  if (shape.kind === 'number') return typeof value === 'number'
  return shape.kind === 'json' || typeof value === 'string'
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** As a part of a JSON pointer. */
export function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** Where the fields of a form are, as messages of the server name them. */
export function pointersIn(shape: Shape, draft: Draft, pointer: string): readonly string[] {
  if (shape.kind === 'object')
    return shape.parts.flatMap(({ name, shape: one }) =>
      pointersIn(one, partsIn(draft)[name], `${pointer}/${escaped(name)}`),
    )
  const here = [pointer]
  if (shape.kind === 'list')
    return [...here, ...itemsIn(draft).flatMap((one, at) => pointersIn(shape.item, one, `${pointer}/${at}`))]
  if (shape.kind === 'map')
    return [
      ...here,
      ...itemsIn(draft)
        .map(partsIn)
        .flatMap(({ key, value }) => pointersIn(shape.item, value, `${pointer}/${escaped(textIn(key))}`)),
    ]
  if (shape.kind !== 'union') return here
  const way = shape.ways[wayIn(draft) ?? -1]
  return [...here, ...(way === undefined ? [] : pointersIn(way.shape, partsIn(draft).value, pointer))]
}
