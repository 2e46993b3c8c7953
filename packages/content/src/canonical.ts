/** JSON with sorted keys, so that equal values always serialize to the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (isPlainObject(part) ? sorted(part) : part))
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(object).sort()
  return Object.fromEntries(keys.map((key) => [key, object[key]]))
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
