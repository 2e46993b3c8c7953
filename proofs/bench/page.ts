import { readFile, writeFile } from 'node:fs/promises'
import { foreignOf, type Row } from './report.ts'

export const page = new URL('../../docs/performance.md', import.meta.url)
const picture = new URL('../../docs/pictures/bench.svg', import.meta.url)

/** Writes the figures of a run into the performance page, as tables and as a chart. */
export async function writePage(rows: readonly Row[]) {
  let text = between(await readFile(page, 'utf8'), 'figures', tableOf(rows))
  const beside = rows.filter(({ directus }) => directus > 0)
  if (beside.length > 0) text = between(text, 'directus', directusTableOf(beside))
  await writeFile(page, text)
  await writeFile(picture, pictureOf(rows))
}

export function between(text: string, mark: string, table: string): string {
  const [begin, end] = [`<!-- ${mark} -->\n`, `<!-- end of ${mark} -->`]
  return `${text.slice(0, text.indexOf(begin) + begin.length)}\n${table}\n${text.slice(text.indexOf(end))}`
}

function tableOf(rows: readonly Row[]): string {
  const head = [
    '| work | by the clock | by processor time | bar | ours, µs of server + database | bare | of pgbench |',
    '|---|---:|---:|---:|---:|---:|---:|',
  ]
  const lines = rows.map(({ name, clock, processor, bar, ours, bare, pgbench }) => {
    const cells = [name, clock.toFixed(2), processor.toFixed(2), bar, ours, bare, pgbench || '–']
    return `| ${cells.join(' | ')} |`
  })
  return `${[...head, ...lines].join('\n')}\n\n${foreignOf(rows)}\n`
}

function directusTableOf(rows: readonly Row[]): string {
  const head = ['| work | times as many requests as Directus | bar |', '|---|---:|---:|']
  const lines = rows.map(({ name, directus, directusBar }) => {
    return `| ${name} | ${directus.toFixed(1)} | ${directusBar} |`
  })
  return `${[...head, ...lines].join('\n')}\n`
}

const [width, left, rowHeight, room] = [720, 170, 34, 500]

/** One bar per task, with a mark at its target; grey and blue are readable on light and dark backgrounds. */
function pictureOf(rows: readonly Row[]): string {
  const height = rows.length * rowHeight + 50
  const scale = room / Math.max(...rows.flatMap(({ clock, bar }) => [clock, bar]))
  const bars = rows.map(({ name, clock, bar }, index) => {
    const y = 20 + index * rowHeight
    const length = Math.round(clock * scale)
    const at = left + Math.round(bar * scale)
    // Keeps the label of a bar clear of the target mark.
    const besides = left + length + 6 > at - 36 && left + length < at ? at : left + length
    return `  <text x="${left - 10}" y="${y + 17}" text-anchor="end">${name}</text>
  <rect x="${left}" y="${y}" width="${length}" height="24" rx="3" fill="#3b82c4"/>
  <text x="${besides + 6}" y="${y + 17}">${clock.toFixed(2)}</text>
  <path d="M${at} ${y - 3}v30" stroke="#888" stroke-width="2" stroke-dasharray="3 2"/>`
  })
  const label = 'Throughput of Stemma as a part of a bare handler, and the bar for each work (dashed)'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
  <style>text { font: 13px sans-serif; fill: #777 }</style>
${bars.join('\n')}
  <path d="M${left} 12v${height - 50}" stroke="#888"/>
  <text x="10" y="${height - 12}">${label}</text>
</svg>
`
}
