import { corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import { missingFrom, promisesOf, readPDF } from '../../packages/server/src/test/pdf-reading.ts'
import { typeset } from '../../packages/server/src/typesetting/typeset.ts'

/**
 * Creates a PDF of a space of many pages, from our documents in all languages. Measures time and memory, and
 * checks with another program that every heading and every line of code is in it, in order.
 */
const pagesMax = Number(process.env.PDF_PAGES ?? 500)
const documents = corpusDocuments().filter(({ name }) => name.endsWith('.md'))
const pages = Array.from({ length: pagesMax }, (_, at) => {
  const { name = '', markdown = '' } = documents[at % documents.length] ?? {}
  const id = `page-${at}`
  return { id, title: `${name} ${at}`, depth: [0, 1, 1, 2, 2][at % 5] ?? 0, targets: {}, markdown }
})
const begun = performance.now()
const {
  pdf,
  pages: sheets,
  residentBytes,
} = await typeset(
  {
    title: 'Every document',
    subtitle: '',
    date: '2026-11-15T00:00:00Z',
    language: null,
    pages,
    reusableContents: {},
    files: {},
    people: {},
  },
  { fontsFolder: '' },
)
const seconds = (performance.now() - begun) / 1000
const { text } = await readPDF(pdf)
const promises = pages.flatMap(({ title, markdown }) => [title, ...promisesOf(markdown)])
// The table of contents has the titles too, so only the text after it counts.
const body = text.slice(text.lastIndexOf(pages[0]?.title ?? ''))
const missing = missingFrom(body.includes(pages.at(-1)?.title ?? '') ? body : text, promises)
for (const one of missing.slice(0, 20)) console.log(`missing: ${one}`)
const [megabytes, resident] = [pdf.length, residentBytes].map((bytes) => (bytes / 1e6).toFixed(1))
console.log(`set in ${seconds.toFixed(1)} s, with ${resident} MB of memory at most`)
const found = `${promises.length} headings, ${missing.length} missing`
console.log(`pdf: ${pages.length} documents, ${found}, ${sheets} pages, ${megabytes} MB`)
process.exitCode = missing.length > 0 ? 1 : 0
