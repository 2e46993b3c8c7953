/** Aligned columns, two spaces apart. An empty table still has its headings. */
export function table<Row>(
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  rows: readonly Row[],
): string {
  const headings = Object.keys(columns).map((heading) => heading.toUpperCase())
  const cells = rows.map((row) =>
    Object.values(columns).map((cell) => withoutControls(String(cell(row) ?? '-'))),
  )
  const lines = [headings, ...cells]
  const widths = headings.map((_, index) =>
    lines.reduce((most, line) => Math.max(most, widthOf(line[index] ?? '')), 0),
  )
  return lines.map((line) => `${padded(line, widths).join('  ').trimEnd()}\n`).join('')
}

type Cell = string | number | null | undefined

function padded(line: readonly string[], widths: readonly number[]) {
  return line.map((cell, index) => cell + ' '.repeat((widths[index] ?? 0) - widthOf(cell)))
}

const widthOf = (cell: string) => [...cell].length

/** Replaces control and bidirectional characters, which a terminal would interpret. */
export function withoutControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd')
}
