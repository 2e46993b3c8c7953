import type { DocumentBlock, DocumentNode } from '@stemma/content'
import { recordOf } from './data.ts'

/** A table as the parser describes it, with its cells in order. */
export interface Table {
  readonly isCards: boolean
  readonly hasLargeCards: boolean
  readonly isHeaderHidden: boolean
  readonly columns: readonly TableColumn[]
  /** The nodes of each cell, by the ID of its column. */
  readonly rows: readonly ReadonlyMap<string, readonly DocumentNode[]>[]
}

export interface TableColumn {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly isHidden: boolean
  /** In pixels. */
  readonly width?: number | undefined
  readonly align?: string | undefined
  /** For ratings. */
  readonly max: number
  readonly options: ReadonlyMap<string, string>
  /** What the column is for a card. */
  readonly role?: 'target' | 'cover' | 'cover-dark' | undefined
}

export function tableOf({ data, fragments = [] }: DocumentBlock): Table {
  const cells = new Map(fragments.map(({ fragment, nodes }) => [fragment, nodes]))
  const attributes = recordOf(data?.attributes)
  const rows = Object.values(recordOf(data?.records)).map((record) => {
    const values = Object.entries(recordOf(recordOf(record).values))
    return new Map(values.map(([id, name]) => [id, cells.get(String(name)) ?? []]))
  })
  return {
    isCards: data?.view === 'cards',
    hasLargeCards: attributes['data-card-size'] === 'large',
    isHeaderHidden: data?.hideHeader === true || isSet(attributes['data-header-hidden']),
    columns: Object.values(recordOf(data?.definition)).map((column) => columnOf(recordOf(column))),
    rows,
  }
}

type Fields = Readonly<Record<string, unknown>>

function columnOf(fields: Fields): TableColumn {
  const attributes = recordOf(fields.attributes)
  const { id, title, type, width, textAlignment } = fields
  const max = Number(attributes['data-max'])
  return {
    id: String(id),
    title: typeof title === 'string' ? title : '',
    type: typeof type === 'string' ? type : 'text',
    isHidden: fields.hidden === true,
    width: typeof width === 'number' && width > 0 && width < widthMax ? width : undefined,
    align: typeof textAlignment === 'string' ? textAlignment : undefined,
    max: Number.isInteger(max) && max > 0 && max <= ratingMax ? max : 5,
    options: optionsOf(fields.options),
    role: roleOf(attributes),
  }
}

const widthMax = 2000
const ratingMax = 10

function roleOf(attributes: Fields): TableColumn['role'] {
  if (isSet(attributes['data-card-target'])) return 'target'
  if (isSet(attributes['data-card-cover-dark'])) return 'cover-dark'
  return isSet(attributes['data-card-cover']) ? 'cover' : undefined
}

function optionsOf(options: unknown): ReadonlyMap<string, string> {
  const all = Array.isArray(options) ? options.map(recordOf) : []
  return new Map(all.map(({ value, label }) => [String(value ?? label ?? ''), String(label ?? value ?? '')]))
}

/** An attribute without a value is set. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== 'false'
}
