/** A time in the one form that PostgreSQL surely reads, which is not all that can be written; or nothing. */
export function comparableTime(text: string): string | undefined {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return undefined
  return new Date(Math.min(Math.max(time, firstMs), lastMs)).toISOString()
}

/** Years of four digits: others are written with a sign. */
const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]
