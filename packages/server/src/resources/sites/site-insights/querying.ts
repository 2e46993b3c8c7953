import type { SiteEventAggregation } from '@stemma/contract'
import { ApiError } from '../../../common/errors.ts'
import { dayBefore } from './rules.ts'
import { type Aggregation, type Column, groupColumns } from './store.ts'

type Asked = NonNullable<SiteEventAggregation['select']>[number]

/** Days before today that each range has. */
const ranges: Readonly<Record<string, number>> = {
  lastYear: 365,
  last3Months: 91,
  last30Days: 29,
  last7Days: 6,
  last24Hours: 1,
}

/** What a query asks of the database. */
export function aggregationOf(body: SiteEventAggregation, now: string): Aggregation {
  const { select = [], groupBy = [], where = [], order, limit = 1000, range } = body
  const asked = new Set([...select, ...groupBy].map(columnOf))
  const groups = [...asked].flatMap((one) => (one === 'eventsCount' ? [] : [one]))
  const by = order && columnOf(order.by)
  if (by !== undefined && by !== 'eventsCount' && !asked.has(by))
    throw refused(
      `The order names ${order?.by.column}, which is not selected. Select it, or remove the order.`,
    )
  return {
    ...(typeof range === 'string'
      ? { from: dayBefore(now, ranges[range] ?? 0), to: now.slice(0, 10) }
      : { from: range.from.slice(0, 10), to: range.to.slice(0, 10) }),
    groups,
    filters: where.map(({ column, values, operator = 'in' }) => {
      const name = columnOf({ column })
      if (name === 'eventsCount' || (operator !== 'in' && operator !== 'notIn'))
        throw refused('Filters compare with lists of values: use the operator in or notIn.')
      return { column: name, values: values.map((one) => valueIn(name, one)), isIn: operator === 'in' }
    }),
    order: order && by && { by, direction: order.direction },
    limit,
  }
}

function columnOf({ column, interval = 'day' }: Asked): Column {
  if (column === 'eventsCount') return column
  const wanted = column === 'datetime' ? interval : column
  const known = groupColumns.find((name) => name === wanted)
  if (known !== undefined && (column === 'datetime' || !intervals.includes(column))) return known
  throw refused(
    column === 'datetime'
      ? 'Events are counted by day. Use the interval day, week or month.'
      : `${column} is not kept. Available: datetime, eventsCount, ${kept.join(', ')}.`,
  )
}

const intervals: readonly string[] = ['day', 'week', 'month']
const kept = groupColumns.filter((name) => !intervals.includes(name))

function valueIn(column: Column, value: unknown): unknown {
  return intervals.includes(column) && typeof value === 'string' ? value.slice(0, 10) : value
}

function refused(message: string) {
  return new ApiError('invalid_request', message)
}

/** The result by columns, in the order in which they were selected. */
export function toColumns(
  { select = [], groupBy = [] }: SiteEventAggregation,
  rows: readonly Readonly<Record<string, unknown>>[],
) {
  const asked = select.length > 0 ? select : [...groupBy, { column: 'eventsCount' }]
  return asked.map((one) => {
    const values = rows.map((row) => row[columnOf(one)] ?? null)
    const isTime = one.column === 'datetime'
    return { column: one.column, values: isTime ? values.map((day) => `${day}T00:00:00.000Z`) : values }
  })
}
