import { readFile } from 'node:fs/promises'

/** Returns a page with its tables regenerated; the text around them is written by hand. */
export async function withTables(page: string, tables: Readonly<Record<string, string>>): Promise<string> {
  let text = await readFile(new URL(`../../${page}`, import.meta.url), 'utf8')
  for (const [name, table] of Object.entries(tables)) {
    const [begin, end] = [`<!-- ${name}: made by npm run generate -->\n`, `\n<!-- end of ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`${page} lacks the place for ${name}.`)
    text = text.slice(0, from + begin.length) + table + text.slice(to)
  }
  return text
}
