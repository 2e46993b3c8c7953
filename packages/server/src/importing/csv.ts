interface Limits {
  /** The rows after the first, which has the names of the columns. */
  readonly rowsMax: number
  readonly columnsMax: number
}

interface Row {
  /** The line on which it begins, counted from one. */
  readonly line: number
  readonly cells: readonly string[]
}

/** Quoted cells may contain commas, line breaks, and doubled quotes. Empty rows are left out. */
export function rowsIn(text: string, { rowsMax, columnsMax }: Limits): Row[] {
  const csv = text.replace(/^\uFEFF/, '')
  const separator = /,|\r\n|\n|\r|$/g
  const rows: Row[] = []
  let [row, line, begun]: [string[], number, number] = [[], 1, 1]
  for (let at = 0; rows.length <= rowsMax; ) {
    const close = csv[at] === '"' ? closingQuote(csv, at + 1) : at
    separator.lastIndex = close
    const { 0: sign, index: end } = separator.exec(csv) ?? { 0: '', index: csv.length }
    const quoted = csv.slice(at + 1, close).replaceAll('""', '"')
    if (row.length < columnsMax)
      row.push(close > at ? quoted + csv.slice(close + 1, end) : csv.slice(at, end))
    line += close > at ? quoted.split('\n').length - 1 : 0
    if (sign !== ',') {
      if (row.some((cell) => cell !== '')) rows.push({ line: begun, cells: row })
      row = []
      line += 1
      begun = line
    }
    if (sign === '') break
    at = end + sign.length
  }
  return rows
}

/** Returns the position of the closing quote, or the end of the text if there is none. */
function closingQuote(csv: string, from: number): number {
  let at = csv.indexOf('"', from)
  while (at >= 0 && csv[at + 1] === '"') at = csv.indexOf('"', at + 2)
  return at < 0 ? csv.length : at
}
