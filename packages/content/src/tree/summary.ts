import type { Turns } from '../turns.ts'

/** An entry of a table of contents: a group, a page or a link, with the entries below it. */
export interface SummaryEntry {
  readonly kind: 'group' | 'page' | 'link'
  readonly title: string
  /** The path of a page's file, the target of a link, or the table of contents of a group. */
  readonly destination?: string | undefined
  readonly entries: readonly SummaryEntry[]
}

/** Writes SUMMARY.md: a list of links, with a heading above the pages of each group. */
export async function writeSummary(entries: readonly SummaryEntry[], turn: Turns): Promise<string> {
  const lines = ['# Table of contents', '']
  let isInGroup = false
  for (const entry of entries) {
    await turn()
    if (entry.kind === 'group') {
      if (lines.at(-1) !== '') lines.push('')
      lines.push(`## ${linkOf(entry)}`, '', ...entry.entries.flatMap((below) => [...linesOf(below, 0)]))
    } else {
      if (isInGroup) lines.push(...(lines.at(-1) === '' ? [] : ['']), groupEnd, '')
      lines.push(...linesOf(entry, 0))
    }
    isInGroup = entry.kind === 'group'
  }
  return `${lines.join('\n').trimEnd()}\n`
}

/** Stands before pages at the top that follow a group. */
const groupEnd = '---'

function* linesOf(entry: SummaryEntry, depth: number): Generator<string> {
  yield `${'  '.repeat(depth)}* ${linkOf(entry)}`
  for (const below of entry.entries) yield* linesOf(below, depth + 1)
}

function linkOf({ kind, title, destination }: SummaryEntry): string {
  const text = title.replaceAll(/[\p{C}\s]+/gu, ' ').replaceAll(/[\\[\]*_`<>&~#]/g, '\\$&')
  if (destination === undefined) return text
  const isBare = /^[^\s()<>]+$/.test(destination)
  const target = isBare ? destination : `<${writtenDestination(destination)}>`
  const mark = kind === 'link' && !isElsewhere.test(destination) ? ` "${linkMark}"` : ''
  return `[${text}](${target}${mark})`
}

/** A destination as it can be written in a list. */
export function writtenDestination(destination: string): string {
  return destination.replaceAll(/[\s<>]/g, encodeURIComponent)
}

/** Distinguishes a link to a page from the place of the page itself. */
const linkMark = 'link'
const isElsewhere = /^(?:[a-z][a-z\d+.-]*:|\/)/i

/** Reads SUMMARY.md in any usual form: nested lists, with headings as groups. */
export function readSummary(text: string): readonly SummaryEntry[] {
  const parts: Part[] = [{ group: undefined, lines: [] }]
  for (const one of text.split(/\r\n|\n|\r/)) {
    const written = one.trimEnd()
    const heading = /^#{2,}\s+(\S.*)$/.exec(written)?.[1]
    if (heading !== undefined) parts.push({ group: entryIn(withoutClosing(heading)), lines: [] })
    else if (/^(?:-{3,}|\*{3,}|_{3,})$/.test(written)) parts.push({ group: undefined, lines: [] })
    const line = lineIn(written)
    if (line !== undefined) parts.at(-1)?.lines.push(line)
  }
  return parts.flatMap(({ group, lines }): readonly SummaryEntry[] => {
    const entries = nested(lines)
    return group === undefined ? entries : [{ ...group, kind: 'group', entries }]
  })
}

interface Part {
  readonly group: Entry | undefined
  readonly lines: Line[]
}

type Entry = Omit<SummaryEntry, 'entries'>

interface Line {
  readonly indent: number
  readonly entry: Entry
}

function withoutClosing(heading: string): string {
  return heading.replace(/(?<=\s)#+$/, '').trimEnd()
}

function lineIn(written: string): Line | undefined {
  const item = /^(\s*)(?:[*+-]|\d+[.)])\s+(\S.*)$/.exec(written)
  if (item === null) return undefined
  const [, space = '', content = ''] = item
  return { indent: space.replaceAll('\t', '    ').length, entry: entryIn(content) }
}

/** Each pattern can match in only one way, so that matching takes linear time. */
function entryIn(content: string): Entry {
  const link = /^\[((?:[^\]\\]|\\.)*)\]\(\s*(?!\s)(?:<([^>]*)>|([^)\s]*))(\s[^)]*)?\)/.exec(content)
  if (link === null) return { kind: 'page', title: unescaped(content) }
  const [, title = '', bracketed, bare, mark = ''] = link
  const destination = (bracketed ?? bare) || undefined
  const isLink = mark.trim() === `"${linkMark}"` || isElsewhere.test(destination ?? '')
  return { kind: isLink ? 'link' : 'page', title: unescaped(title), destination }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
}

interface Open {
  readonly indent: number
  readonly entries: SummaryEntry[]
}

/** Deeper lines count as being on this level: pages can't be that deep. */
const levelsMax = 200

/** A line is below the closest earlier line with less indentation. */
function nested(lines: readonly Line[]): readonly SummaryEntry[] {
  const top: SummaryEntry[] = []
  const open: Open[] = [{ indent: -1, entries: top }]
  for (const { indent, entry } of lines) {
    while (open.length > 1 && (indent <= (open.at(-1)?.indent ?? -1) || open.length > levelsMax)) open.pop()
    const entries: SummaryEntry[] = []
    open.at(-1)?.entries.push({ ...entry, entries })
    open.push({ indent, entries })
  }
  return top
}
