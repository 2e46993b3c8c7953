import { readFile, writeFile } from 'node:fs/promises'
import type { Row } from './bench-report.ts'

const page = new URL('../docs/performance.md', import.meta.url)
const picture = new URL('../docs/pictures/bench.svg', import.meta.url)

/** Writes the figures of a run into the page about performance, as a table and as a picture. */
export async function writePage(rows: readonly Row[]) {
  const text = await readFile(page, 'utf8')
  const [begin, end] = ['<!-- figures -->\n', '<!-- end of figures -->']
  const before = text.slice(0, text.indexOf(begin) + begin.length)
  await writeFile(page, `${before}\n${tableOf(rows)}\n${text.slice(text.indexOf(end))}`)
  await writeFile(picture, pictureOf(rows))
}

function tableOf(rows: readonly Row[]): string {
  const head = [
    '| work | by the clock | by processor time | ours, µs of server + database | bare | bar |',
    '|---|---:|---:|---:|---:|---:|',
  ]
  const lines = rows.map(({ name, clock, processor, ours, bare, bar }) => {
    const cells = [name, clock.toFixed(2), processor.toFixed(2), ours.trim(), bare.trim(), bar]
    return `| ${cells.join(' | ')} |`
  })
  return `${[...head, ...lines].join('\n')}\n`
}

const [width, left, rowHeight, scale] = [720, 170, 34, 420]

/** A bar for each work, with a mark where it should reach; grey and blue are readable on light and dark. */
function pictureOf(rows: readonly Row[]): string {
  const height = rows.length * rowHeight + 50
  const bars = rows.map(({ name, clock, bar }, index) => {
    const y = 20 + index * rowHeight
    const at = left + bar * scale
    return `  <text x="${left - 10}" y="${y + 17}" text-anchor="end">${name}</text>
  <rect x="${left}" y="${y}" width="${(clock * scale).toFixed(0)}" height="24" rx="3" fill="#3b82c4"/>
  <text x="${left + clock * scale + 6}" y="${y + 17}">${clock.toFixed(2)}</text>
  <path d="M${at} ${y - 3}v30" stroke="#888" stroke-width="2" stroke-dasharray="3 2"/>`
  })
  const label = 'Throughput of Stemma as a part of a bare handler, and the bar for each work (dashed)'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
  <style>text { font: 13px sans-serif; fill: #777 }</style>
${bars.join('\n')}
  <path d="M${left} 12v${height - 50}" stroke="#888"/>
  <text x="${left}" y="${height - 12}">${label}</text>
</svg>
`
}
