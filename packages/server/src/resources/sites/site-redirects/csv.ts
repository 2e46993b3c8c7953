import {
  SiteRedirect,
  type SiteRedirectBulkResult,
  type SiteRedirectInputDestination,
  Url,
} from '@stemma/contract'
import { Value } from 'typebox/value'
import { ApiError } from '../../../common/errors.ts'
import { rowsIn } from '../../../importing/csv.ts'
import { decoded } from '../../../publishing/addresses.ts'
import { choose } from '../../../publishing/choosing.ts'
import type { OpenSite } from '../site-structure/index.ts'
import { normalized } from './rules.ts'

/** One line of a file of redirects. A destination that can't be read says why. */
export interface Line {
  readonly line: number
  readonly source: string
  readonly destination: SiteRedirectInputDestination | string
  readonly captureWildcard?: boolean
  readonly permanent?: boolean
}

const columns = ['source', 'destination', 'permanent', 'captureWildcard'] as const
const linesMax = 1000

/** Reads a file of redirects. Its first line names the columns, in any order. */
export function readLines(csv: string, opened: OpenSite): readonly Line[] {
  const [head, ...rows] = rowsIn(csv, { rowsMax: linesMax + 1, columnsMax: columns.length })
  const at = columns.map((name) => head?.cells.findIndex((cell) => cell.trim() === name) ?? -1)
  const [source = -1, destination = -1, permanent = -1, capture = -1] = at
  const isKnown = head?.cells.every((cell) => columns.some((name) => name === cell.trim()))
  if (source < 0 || destination < 0 || !isKnown) throw refused([{ line: 1, message: heading }])
  if (rows.length === 0 || rows.length > linesMax) throw refused([{ line: 1, message: lengths }])
  const taken = new Map<string, number>()
  return rows.map(({ line, cells }) => {
    const cell = (index: number) => cells[index]?.trim() ?? ''
    const problem =
      problemIn(cell(source), [cell(permanent), cell(capture)]) ?? twiceIn(taken, cell(source), line)
    return {
      line,
      source: cell(source),
      destination: problem ?? destinationOf(cell(destination), opened),
      ...(cell(permanent) !== '' && { permanent: cell(permanent) === 'true' }),
      captureWildcard: cell(capture) === 'true',
    }
  })
}

const heading = 'must name the columns: source, destination, and optionally permanent and captureWildcard'
const lengths = `must be followed by 1 to ${linesMax} redirects`

function problemIn(source: string, flags: readonly string[]): string | undefined {
  if (!Value.Check(SiteRedirect.properties.source, source))
    return 'The source must be a percent-encoded path such as /old or /old/*, without a slash at its end.'
  if (flags.every((flag) => ['', 'true', 'false'].includes(flag))) return undefined
  return 'permanent and captureWildcard must be true, false or empty.'
}

function twiceIn(taken: Map<string, number>, source: string, line: number): string | undefined {
  const name = normalized(source)
  const first = taken.get(name)
  if (first !== undefined) return `Line ${first} has the same source.`
  taken.set(name, line)
  return undefined
}

/** A URL, or a path of the site, which is looked up once: after that, the redirect follows the page. */
function destinationOf(text: string, { seen }: OpenSite): SiteRedirectInputDestination | string {
  if (!text.startsWith('/')) return Value.Check(Url, text) ? { kind: 'external', url: text } : wrong
  const segments = text.split('/').filter((segment) => segment !== '')
  const chosen = choose(seen, segments)
  if (chosen === undefined) return wrong
  const { id: siteSpaceId, spaceId } = chosen.siteSpace
  const path = segments.slice(chosen.taken).map(decoded).join('/')
  return path === '' ? { kind: 'site-space', siteSpaceId } : { kind: 'path', spaceId, path }
}

const wrong = 'The destination must be a path of a page of this site, or a web URL.'

/** Refuses the whole file if a line has an error. */
export function requireNoErrors(lines: readonly Line[], results: readonly SiteRedirectBulkResult[]) {
  const errors = results.flatMap(({ error }, index) =>
    error === undefined ? [] : [{ line: lines[index]?.line ?? 0, message: error }],
  )
  if (errors.length > 0) throw refused(errors)
}

function refused(errors: readonly { readonly line: number; readonly message: string }[]) {
  const many = errors.length === 1 ? 'One line has an error' : `${errors.length} lines have errors`
  return new ApiError(
    'invalid_request',
    `${many}, so nothing was imported. Correct the file and send it again.`,
    {
      details: errors.slice(0, errorsMax).map((error) => ({ pointer: '/body/csv', ...error })),
    },
  )
}

const errorsMax = 100
