import { corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import { compareBrowsers } from './browsers.ts'

/** Browsers read, print and merge every document of the corpus as Node does, and download little for it. */
const { texts, differences, violations, sizes } = await compareBrowsers(corpusDocuments())
const parser = sizes.wasm + sizes.glue
const parserMax = 700

for (const fault of [...differences, ...violations].slice(0, 20)) console.error(fault)
if (parser > parserMax) console.error(`the parser is larger than ${parserMax} kB`)
process.exitCode = differences.length + violations.length > 0 || parser > parserMax ? 1 : 0
console.log(
  [
    `editing:browsers: ${texts} documents, ${differences.length} differences of Node, Chromium and Firefox`,
    `${violations.length} reports of the content security policy`,
    `parser ${Math.ceil(sizes.wasm)} + ${Math.ceil(sizes.glue)} kB (≤ ${parserMax})`,
    `documents ${Math.ceil(sizes.documents)} kB, yaml ${Math.ceil(sizes.yaml)} kB`,
  ].join('; '),
)
