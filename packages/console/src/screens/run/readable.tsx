import { sayDay, sayTime } from '../../kit/when.ts'
import { labelOf } from './shape.ts'
import { nameOf } from './things.ts'
import './readable.css'

/** A value of the API, as people read it: names and values, and lists that open. */
export function Readable({ value }: { readonly value: unknown }) {
  if (Array.isArray(value)) return <ReadableList items={value} />
  return isObject(value) ? <ReadableObject value={value} /> : <Plain value={value} />
}

type Thing = Readonly<Record<string, unknown>>

function isObject(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null
}

function ReadableObject({ value }: { readonly value: Thing }) {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  if (entries.length === 0) return <p className="readable-none">Empty</p>
  return (
    <dl className="readable">
      {entries.map(([name, one]) => (
        <div key={name} data-wide={isObject(one) || undefined}>
          <dt>{labelOf(name)}</dt>
          <dd>
            <Readable value={one} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Things open one by one; texts and numbers are short. */
function ReadableList({ items }: { readonly items: readonly unknown[] }) {
  if (items.length === 0) return <p className="readable-none">None</p>
  return (
    <ul className="readable-list">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an answer never changes its order.
        <li key={index}>
          {isObject(item) ? (
            <details open={items.length === 1}>
              <summary className="cut">{summaryOf(item, index)}</summary>
              <Readable value={item} />
            </details>
          ) : (
            <Plain value={item} />
          )}
        </li>
      ))}
    </ul>
  )
}

function summaryOf(item: Thing, index: number): string {
  const inner = [item.user, item.team, item.space, item.site].find(isObject)
  const id = typeof item.id === 'string' ? item.id : undefined
  return nameOf(item) ?? nameOf(inner) ?? id ?? `Item ${index + 1}`
}

function Plain({ value }: { readonly value: unknown }) {
  if (value === null || value === '') return <span className="readable-none">None</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'string') return String(value)
  if (/^https?:\/\/\S+$/.test(value))
    return (
      <a href={value} target="_blank" rel="noopener noreferrer">
        {value}
      </a>
    )
  return isMoment(value) ? (
    <time dateTime={value} title={value}>
      {sayDay(value)}, {sayTime(value)}
    </time>
  ) : (
    <span className="readable-text">{value}</span>
  )
}

function isMoment(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)
}
