import fc, { type Arbitrary } from 'fast-check'

/** Returns damaged bodies as text, because many kinds of damage cannot be expressed as a value. */
export function damaged(body: unknown): Arbitrary<string> {
  const whole = JSON.stringify(body ?? {})
  return fc.oneof(
    fc.tuple(placesIn(body), wrongValues).map(([place, wrong]) => replaced(body, place, wrong)),
    placesIn(body).map((place) => replaced(body, place, undefined)),
    extraKeys.map((extra) => (whole.endsWith('}') ? withKey(whole, extra) : `{${extra}}`)),
    fc.constantFrom(...texts),
    fc.nat({ max: Math.max(0, whole.length - 1) }).map((length) => whole.slice(0, length)),
  )
}

/** Placeholder for a value until serialization: JSON.stringify cannot produce some of the wrong values. */
const mark = '@@here@@'

/** JSON text of values that have the wrong type, are too large or too deep, or cannot be stored. */
const wrongValues = fc.constantFrom(
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e400',
  '-1e400',
  '9007199254740993',
  '""',
  '" "',
  '[]',
  '{}',
  '[[[]]]',
  '[null]',
  '{"a":{"b":[1]}}',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  `"${'x'.repeat(70_000)}"`,
  `"${'é'.repeat(300)}"`,
  `[${Array.from({ length: 2000 }, () => '"x"').join(',')}]`,
  `${'['.repeat(70)}${']'.repeat(70)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":1,"a":2}',
  '"2026-02-31T25:61:00Z"',
  '"http://[::1"',
  '"javascript:alert(1)"',
  'NaN',
  'undefined',
)

const extraKeys = fc.constantFrom(
  '"isAdmin":true',
  '"id":"1"',
  '"organization":"1"',
  '"createdAt":"2020-01-01T00:00:00.000Z"',
  '"__proto__":{"role":"admin"}',
  '"constructor":1',
  '"":1',
  '"role":"admin","role":"read"',
  `"${'k'.repeat(5000)}":1`,
)

/** Invalid bodies. */
const texts = [
  'null',
  '[]',
  '"text"',
  '1',
  '{',
  '{"a":}',
  '\uFEFF{}',
  '{}{}',
  '{"a":1,}',
  '[1,2',
  'a=b&c=d',
  ' ',
]

function withKey(whole: string, extra: string): string {
  return whole === '{}' ? `{${extra}}` : `${whole.slice(0, -1)},${extra}}`
}

/** Every location in a value, as its path of keys. */
function placesIn(value: unknown): Arbitrary<readonly string[]> {
  const places: (readonly string[])[] = []
  const visit = (part: unknown, path: readonly string[]) => {
    if (path.length > 0) places.push(path)
    if (typeof part !== 'object' || part === null || places.length > 200) return
    for (const [key, child] of Object.entries(part)) visit(child, [...path, key])
  }
  visit(value, [])
  return places.length > 0 ? fc.constantFrom(...places) : fc.constant([])
}

/** Serializes a value with one location replaced or removed. */
function replaced(value: unknown, place: readonly string[], text: string | undefined): string {
  if (place.length === 0) return text ?? ''
  const copy = structuredClone(value)
  const [last = '', ...path] = place.toReversed()
  const holder = path.toReversed().reduce((part, key) => (part as Part)[key], copy) as Part
  if (text === undefined) {
    delete holder[last]
    return JSON.stringify(copy)
  }
  holder[last] = mark
  return JSON.stringify(copy).replace(`"${mark}"`, () => text)
}

type Part = Record<string, unknown>
