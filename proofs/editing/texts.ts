import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { corpusDocuments } from '../../packages/content/src/test/corpus.ts'

export interface Text {
  readonly name: string
  readonly markdown: string
}

/** The corpus of the content engine: handwritten texts, and generated ones that no person would write. */
export function corpus(): readonly Text[] {
  return corpusDocuments()
}

/** Pages that people wrote: the documentation of this repository, and the handwritten texts of the corpus. */
export async function writtenPages(): Promise<readonly Text[]> {
  const pages: Text[] = []
  for (const pattern of ['*.md', '{docs,deploy,packages,proofs}/**/*.md']) {
    for await (const name of glob(pattern, { cwd: folder, exclude: ['**/node_modules/**'] })) {
      pages.push({ name, markdown: await readFile(`${folder}/${name}`, 'utf8') })
    }
  }
  return pages.sort((one, other) => (one.name < other.name ? -1 : 1))
}

const folder = fileURLToPath(new URL('../..', import.meta.url))
