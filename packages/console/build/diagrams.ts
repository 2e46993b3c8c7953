import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transformWithOxc } from 'vite'

const page = new URL('../src/kit/drawings/diagram-page.ts', import.meta.url)

/** The script of the frame that draws diagrams: Mermaid as it is published, and what answers the console. */
export async function diagramScript(): Promise<string> {
  const library = await readFile(new URL(import.meta.resolve('@mermaid-js/tiny')), 'utf8')
  // Without the word `export` it is a script like Mermaid: a module would be refused in a frame without origin.
  const written = (await readFile(page, 'utf8')).replaceAll(/^export /gm, '')
  const { code } = await transformWithOxc(written, fileURLToPath(page), { sourcemap: false })
  return `${library}\n${code}`
}

/** The page of that frame. */
export function diagramPage(script: string): string {
  return (
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Diagrams</title>' +
    `<script src="./${script}"></script></head><body></body></html>\n`
  )
}
