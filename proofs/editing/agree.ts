import { corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import { compareBrowsers } from './browsers.ts'

/** Browsers do with every document what Node does, from parsing to saving, and download little for it. */
const { texts, differences, violations, sizes } = await compareBrowsers(corpusDocuments())
const parser = sizes.wasm + sizes.glue
const parserMax = 700

for (const fault of [...differences, ...violations].slice(0, 20)) console.error(fault)
if (parser > parserMax) console.error(`the parser is larger than ${parserMax} kB`)
const agreement =
  differences.length === 0 ? 'Node, Chromium and Firefox agree' : `${differences.length} differences`
process.exitCode = differences.length + violations.length > 0 || parser > parserMax ? 1 : 0
console.log(
  [
    `editing:browsers: ${texts} documents parsed, printed, merged, opened, edited and saved`,
    agreement,
    `${violations.length} reports of the content security policy`,
    `parser ${Math.ceil(sizes.wasm)} + ${Math.ceil(sizes.glue)} kB (≤ ${parserMax})`,
    `documents and editing ${Math.ceil(sizes.documents)} kB, yaml ${Math.ceil(sizes.yaml)} kB`,
  ].join('; '),
)
