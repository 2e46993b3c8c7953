import { readFile, writeFile } from 'node:fs/promises'
import { between, page } from '../page.ts'

/** Writes what a run printed into the performance page, with its date. */
export async function writeSites(lines: readonly string[]) {
  const text = `${new Date().toISOString().slice(0, 10)}:\n\n\`\`\`text\n${lines.join('\n')}\n\`\`\`\n`
  await writeFile(page, between(await readFile(page, 'utf8'), 'sites', text))
}
