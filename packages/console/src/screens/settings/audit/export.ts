import type { AuditEvent } from '@stemma/contract'
import { api } from '../../../app/client.ts'
import { saveFile } from '../../../app/save-file.ts'
import { type AuditSearch, queryOf } from './audit.ts'

export type Format = 'csv' | 'jsonl'

const atOnce = 1000
/** A browser keeps the file in memory until it is written. */
export const exportMax = 100_000

interface Exported {
  readonly count: number
  readonly isCut: boolean
}

/** Reads every entry that matches, and hands them to the browser as a file. */
export async function exportEvents(
  organizationId: string,
  search: AuditSearch,
  format: Format,
): Promise<Exported> {
  const query = { ...queryOf(search), limit: atOnce }
  const parts: string[] = format === 'csv' ? [`${columns.join(',')}\r\n`] : []
  let [count, page]: [number, string | undefined] = [0, undefined]
  do {
    const { items, next } = await api.listOrganizationAuditEvents({
      params: { organizationId },
      query: { ...query, ...(page !== undefined && { page }) },
    })
    parts.push(...items.map(format === 'csv' ? csvLine : jsonLine))
    count += items.length
    page = next?.page
  } while (page !== undefined && count < exportMax)
  saveFile(new Blob(parts, { type: types[format] }), `audit-log.${format}`)
  return { count, isCut: page !== undefined }
}

const types = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const

const columns = ['time', 'action', 'actor', 'source', 'target type', 'target', 'request', 'details']

function csvLine(event: AuditEvent): string {
  const { createdAt, action, actor, source, target, requestId = '', details } = event
  const values = [
    createdAt,
    action,
    actor.id,
    source,
    target.type,
    target.id,
    requestId,
    JSON.stringify(details),
  ]
  return `${values.map(csvValue).join(',')}\r\n`
}

/** Spreadsheets run what begins like a formula, and anybody writes names: an apostrophe makes it text. */
function csvValue(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

function jsonLine(event: AuditEvent): string {
  return `${JSON.stringify(event)}\n`
}
