import { createClient } from '@stemma/client'
import { type CorpusDocument, corpusDocuments } from '../../packages/content/src/test/corpus.ts'
import { givenWrittenSpace, page as pageNamed } from '../../packages/server/src/test/writing.ts'
import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { serveConsole } from '../console/serve.ts'
import { isInside, isShown } from '../editing/measure.ts'
import { newWriter, type Writer } from './writer.ts'

/**
 * Every document of the corpus, in the editor that people use: opened and closed again, which writes nothing,
 * then with a letter typed at the end of one of its texts, which changes no byte of another block.
 * CONSOLE_CORPUS_SHORT=1 takes some of them, CONSOLE_CORPUS_ONLY those with a word in their name, and
 * CONSOLE_CORPUS_PART=2/8 the second of eight parts, which together are all of them.
 */
const { CONSOLE_CORPUS_SHORT: short, CONSOLE_CORPUS_ONLY: only = '' } = process.env
const [part = 1, parts = 1] = (process.env.CONSOLE_CORPUS_PART ?? '1/1').split('/').map(Number)
const shortEvery = 18
const lengthMax = 200_000
/** The tree of a space is drawn again after each save. */
const pagesEach = 20
/** Most of a save is waiting until nobody types: others work meanwhile. */
const windows = 3

const documents = chosen(corpusDocuments().map((text, turn) => ({ ...text, turn })))
let [opened, written, edited, outside, wrong] = [0, 0, 0, 0, 0]
const browser = await launchBrowser()
const { server, origin, cookieOf } = await serveConsole()
try {
  const left = batchesOf(documents)
  const workThrough = async () => {
    for (let batch = left.shift(); batch !== undefined; batch = left.shift()) await writeAll(batch)
  }
  await Promise.all(Array.from({ length: windows }, workThrough))
} finally {
  await browser.close()
  await server.stop()
}
console.log(
  `console:corpus: ${opened} documents opened, ${written} bytes written; ` +
    `${edited} edited, ${outside} changed outside their block`,
)
process.exitCode = wrong > 0 ? 1 : 0

interface Text extends CorpusDocument {
  /** Chooses where a letter is typed, the same in every run. */
  readonly turn: number
}

function chosen(all: readonly Text[]): readonly Text[] {
  if (short === undefined)
    return all.filter(({ name, turn }) => name.includes(only) && turn % parts === part - 1)
  return all.filter(({ markdown }, at) => at % shortEvery === 5 && markdown.length <= lengthMax)
}

/** The large ones come first, each alone: they take longest. */
function batchesOf(texts: readonly Text[]): (readonly Text[])[] {
  const [small, large] = [texts.filter(isSmall), texts.filter((text) => !isSmall(text))]
  const batches = large.map((text) => [text])
  for (let from = 0; from < small.length; from += pagesEach) batches.push(small.slice(from, from + pagesEach))
  return batches
}

/** Pages of one space, in one window: a new one after a failure. */
async function writeAll(texts: readonly Text[]) {
  const insert = ({ name, markdown }: CorpusDocument) => pageNamed(name, { document: { markdown } })
  const { spaceId, organization, admin } = await givenWrittenSpace(server, ...texts.map(insert))
  // Over the network: on a busy machine, the server asks to send some reads again.
  const api = createClient({ endpoint: origin, token: admin.secret })
  const { pages } = await api.listPages({ params: { spaceId } })
  const base = `${origin}/app/o/${organization.id}/s/${spaceId}`
  const cookie = await cookieOf(admin)
  const sitDown = () => newWriter(browser, { cookie, url: base })
  let writer = await sitDown()
  for (const [at, { id: pageId, title, ...page }] of pages.entries()) {
    const params = { spaceId, pageId }
    const read = async () => {
      const found = await api.getPageById({ params, query: { format: 'markdown' } })
      const { revision } = await api.getSpaceById({ params })
      return { revision, markdown: found.type === 'document' ? (found.markdown ?? '') : '' }
    }
    const complain = (what: unknown) => {
      wrong += 1
      console.log(`${texts[at]?.name}: ${what}`)
    }
    try {
      const url = `${base}/${page.type === 'document' ? page.path : ''}`
      await work(writer, { url, read, complain, turn: texts[at]?.turn ?? 0 })
    } catch (error) {
      complain(error)
      await writer.close()
      writer = await sitDown()
    }
  }
  await writer.close()
}

function isSmall({ markdown }: CorpusDocument): boolean {
  return markdown.length <= lengthMax
}

interface Work {
  readonly url: string
  /** What the server has. */
  readonly read: () => Promise<{ readonly revision: string; readonly markdown: string }>
  readonly complain: (what: unknown) => void
  readonly turn: number
}

async function work(writer: Writer, { url, read, complain, turn }: Work) {
  const before = await read()
  await writer.open(url)
  await writer.done()
  const after = await read()
  opened += 1
  if (after.revision !== before.revision) {
    written += Math.max(1, Math.abs(Buffer.byteLength(after.markdown) - Buffer.byteLength(before.markdown)))
    complain('opening it wrote a revision')
  }
  await writer.openAgain()
  const typed = await writer.type(turn)
  await writer.done()
  if (typed !== undefined) {
    const { markdown } = await read()
    edited += 1
    if (markdown === after.markdown) complain('the letter was not written')
    if (!isShown(markdown, typed.document)) complain(`block ${typed.block} is not read as shown`)
    if (!isInside(after.markdown, markdown, typed.block)) {
      outside += 1
      complain(`a letter in block ${typed.block} changed others`)
    }
  }
  for (const report of writer.reports()) complain(report)
}
