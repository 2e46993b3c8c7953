import { readFile, writeFile } from 'node:fs/promises'
import { between, page } from '../page.ts'

/** Writes what a run printed into the performance page, with its date. */
export async function writeSites(lines: readonly string[], rounds: number) {
  const day = new Date().toISOString().slice(0, 10)
  const printed = lines.map((line) => line.replaceAll(/(.{1,110})(?: |$)/g, '$1\n').trimEnd())
  const text = `${day}, ${rounds} rounds:\n\n\`\`\`text\n${printed.join('\n')}\n\`\`\`\n`
  await writeFile(page, between(await readFile(page, 'utf8'), 'sites', text))
}
